"""What the recorded items became in what was really sent, told without knowing what built it.

`units` are the texts that are held against each other, `matching` finds equal ones in order, `rewriting`
tells how one text became another, `likely` which of the rest may be one, `summaries` what a summary holds of
the rest. `align` goes through all that for one `request`, `course` over a conversation, and `rules` guesses
by which rule the builder worked.
"""
