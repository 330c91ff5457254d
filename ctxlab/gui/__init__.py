"""The window: Qt widgets over frozen data. Nothing below this package knows Qt.

How one edit travels, and which thread does what:

1. A view (`views/`) emits a wish; it knows no document and changes nothing itself.
2. `intents` (the profile) and `mark_intents` (pins, must-keeps, key facts) make it an edit of the active
   `document`, which pushes an undo command (`commands`) that swaps the frozen profile and marks and raises
   the revision. `journal` writes the new state down before views hear of it.
3. `runner` builds the run on its one thread, the latest request first; `counter_runner` counts texts on
   another; `loader` reads files on a third.
4. The finished run comes back on the window's thread: `presenter` shows it in the views, `request_marks` in
   the bars of requests.
5. What a run leaves open is asked of `background`, whose one thread answers the most urgent question first
   and waits while a run is under way: `advisor` (ticks, curve, what would keep an item), `investigation`,
   `verdicts` (all other sessions), `survey` (all other requests), `lint_desk` (problems).

`main_window` puts the parts together, `triggers` connects the actions, `news` brings messages before the
person, `protection` watches files and keeps edits over a crash. `models/` and `delegates/` hold what views
show and how it is painted, `theme/` the colours, fonts and icons.
"""
