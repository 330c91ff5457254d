"""The parts of one message, as each API and framework writes them down."""
