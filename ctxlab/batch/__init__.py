"""Work on many sessions: corpora, sweeps, solving and the gate, in as many processes as are given."""
