"""A solution in words: what was found, under what it holds, and what cannot be had."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from ctxlab import explain
from ctxlab.explain.solve import kept_out, step
from ctxlab.gui.models.monitor_cards import FigureCard
from ctxlab.gui.models.sweep_words import NOTHING, keeps_words, sessions_words, unknown_words
from ctxlab.gui.models.text_rows import Sign, TextRow
from ctxlab.gui.text import clauses, dotted, listed, one_line, token_text
from ctxlab.model.solution import Checked, Demand, Proof, Solution, SolvedCap, Solving, Step

translate = QCoreApplication.translate

_LABEL, _TITLE = 160, 60


def solving_words(solving: Solving) -> str:
    """What is being done, and how far it has come."""
    words = {
        Step.READ: translate("Solve", "reading what enters at which cap"),
        Step.SEARCH: translate("Solve", "looking for caps"),
        Step.CHECK: translate("Solve", "building under the caps found"),
        Step.LOWER: translate("Solve", "trying smaller caps"),
        Step.CONFLICT: translate("Solve", "looking for what stands against each other"),
        Step.HELD_OUT: translate("Solve", "building the sessions that were held out"),
    }[solving.stage]
    if not solving.of:
        return words
    return translate("Solve", "{0}: {1} of {2}").format(words, f"{solving.done:,}", f"{solving.of:,}")


def cap_words(cap: int | None) -> str:
    """A cap; a dash for none."""
    return "—" if cap is None else f"{cap:,}"


def saved_tokens(solution: Solution) -> str:
    """The sum of the caps that were solved, before and after."""
    after = sum(one.after for one in solution.caps)
    if any(one.before is None for one in solution.caps):
        return translate("Solve", "no cap → {0}").format(f"{after:,}")
    before = sum(one.before or 0 for one in solution.caps)
    return f"{before:,} → {after:,}"


def holds(solution: Solution) -> bool:
    """Whether the profile found keeps what was asked for."""
    after = solution.after
    return solution.profile is not None and after is not None and after.losing <= solution.allowed


def verdict_words(solution: Solution) -> str:
    """What was found, in a sentence or two."""
    after = solution.after
    sessions = len(solution.before.places if after is None else after.places)
    if not solution.before.judged and not solution.conflict:
        return translate("Solve", "No must-keep was judged: there is nothing that a cap would have to keep.")
    if solution.profile is None or after is None:
        if solution.conflict:
            told = translate("Solve", "No caps keep all of them. Below is a smallest set that cannot be met.")
        else:
            told = translate("Solve", "No caps of these rows keep what is listed below.")
        return f"{told} {hint_words()}"
    if not holds(solution):
        return translate("Solve", "The best caps found still lose must-keeps in {0} of {1}.").format(
            f"{after.losing:,}", sessions_words(sessions)
        )
    kept = after.judged - len(after.lost)
    if after.lost:
        told = translate("Solve", "{0} of {1} survive in {2}; {3} may lose, as allowed.").format(
            f"{kept:,}", keeps_words(after.judged), sessions_words(sessions), f"{after.losing:,}"
        )
    else:
        told = translate("Solve", "All {0} in {1} survive.").format(
            keeps_words(after.judged), sessions_words(sessions)
        )
    return f"{told} {proof_words(solution)}"


def unasked(solution: Solution) -> tuple[SolvedCap, ...]:
    """The caps that became smaller because no must-keep speaks for what is in their rows."""
    caps = solution.caps if solution.profile is not None else ()
    return tuple(one for one in caps if not one.decided_by and (one.before is None or one.after < one.before))


def unasked_words(solution: Solution, language: str) -> str:
    """What such caps throw away, a warning; empty where there are none."""
    found = [f"{explain.row(one.row, language)} {_change(one)}" for one in unasked(solution)]
    if not found:
        return ""
    told = translate("Solve", "No must-keep speaks for {0}: what the agent reads there may still be needed.")
    return told.format(listed(found))


def _change(cap: SolvedCap) -> str:
    return f"{cap_words(cap.before)} → {cap_words(cap.after)}"


def hint_words() -> str:
    """What can be done with the lines of what cannot be kept."""
    return translate("Solve", "A line opens its session, where a must-keep can be dropped.")


def proof_words(solution: Solution) -> str:
    """How far it is known to be the best."""
    if solution.proof is Proof.EXACT:
        return translate("Solve", "No smaller caps do; shown by real runs.")
    return translate("Solve", "No single cap can be smaller; shown by real runs.")


def cards_of(solution: Solution) -> tuple[FigureCard, ...]:
    """Four figures: caps, must-keeps, tokens, and what was held out."""
    return (_caps(solution), _keeps(solution), _tokens(solution), _held_out(solution))


def trouble_rows(solution: Solution, titles: Sequence[str], language: str) -> list[TextRow]:
    """What stands against each other, what no cap can keep, and what is lost, a line each.

    The item of a line is the place of its session.
    """
    found: list[TextRow] = []
    conflict, never = translate("Solve", "conflict"), translate("Solve", "out of reach")
    lost, held = translate("Solve", "lost"), translate("Solve", "lost, held out")
    unbuilt, unjudged = translate("Solve", "not built"), translate("Solve", "not judged")
    for at, one in enumerate(solution.conflict):
        found.append(_row(f"conflict:{at}", conflict, one, titles, Sign.BAD, ""))
    for at, (one, reason) in enumerate(solution.kept_out):
        why = clauses((step(reason, language), kept_out(reason, language, whole=not one.id)))
        found.append(_row(f"never:{at}", never, one, titles, Sign.WARNING, why))
    for place, reason in (solution.after or solution.before).failed:
        lead, item = place_title(place, titles), str(place)
        found.append(TextRow(f"failed:{place}", unbuilt, one_line(reason, _LABEL), lead=lead, item=item))
    for at, one in enumerate(solution.after.lost if solution.after else ()):
        found.append(_row(f"lost:{at}", lost, one, titles, Sign.BAD, ""))
    for at, one in enumerate(solution.held_out.lost if solution.held_out else ()):
        found.append(_row(f"held:{at}", held, one, titles, Sign.WARNING, ""))
    for at, one in enumerate(solution.unjudged):
        found.append(_row(f"unjudged:{at}", unjudged, one, titles, Sign.WARNING, ""))
    runs = (one for one in (solution.before, solution.held_out_before) if one is not None)
    for place, sources in (each for one in runs for each in one.unknown):
        key, words, lead = f"unsized:{place}", unknown_words(sources), place_title(place, titles)
        found.append(TextRow(key, unjudged, words, Sign.WARNING, lead=lead, item=str(place)))
    return found


def place_title(place: int | None, titles: Sequence[str]) -> str:
    """What a session is called, by its place."""
    return one_line(titles[place], _TITLE) if place is not None and 0 <= place < len(titles) else ""


def _row(key: str, pill: str, one: Demand, titles: Sequence[str], sign: Sign, note: str) -> TextRow:
    label = one_line(one.label, _LABEL) or translate("Solve", "the whole context is over its limit")
    lead = place_title(one.place, titles)
    return TextRow(key, pill, label, sign, item=str(one.place), note=note, lead=lead)


def _caps(solution: Solution) -> FigureCard:
    title, told = (
        translate("Solve", "Sum of caps"),
        translate("Solve", "The caps of the rows that were solved."),
    )
    if solution.profile is None:
        return FigureCard(title, NOTHING, ("", ""), told)
    after = sum(one.after for one in solution.caps)
    changed = sum(one.before != one.after for one in solution.caps)
    note = translate("Solve", "{0} of {1} rows changed").format(changed, len(solution.caps))
    return FigureCard(title, f"{after:,}", (saved_tokens(solution), note), told)


def _keeps(solution: Solution) -> FigureCard:
    title = translate("Solve", "Must-keeps kept")
    told = translate(
        "Solve", "Must-keeps that survive in the sessions that were solved on, before and after."
    )
    before, after = solution.before, solution.after
    if after is None:
        return FigureCard(
            title, _kept(before), (translate("Solve", "as it is"), ""), told, bad=bool(before.lost)
        )
    note = translate("Solve", "before {0}").format(_kept(before))
    losing = translate("Solve", "losing {0} → {1}").format(before.losing, after.losing)
    return FigureCard(title, _kept(after), (note, losing), told, bad=bool(after.lost))


def _tokens(solution: Solution) -> FigureCard:
    title, told = translate("Solve", "Tokens"), translate("Solve", "Tokens of all contexts together.")
    before, after = solution.before, solution.after
    if after is None:
        return FigureCard(
            title, token_text(before.tokens, before.exact), (translate("Solve", "as it is"), ""), told
        )
    note = translate("Solve", "before {0}").format(token_text(before.tokens, before.exact))
    peak = translate("Solve", "peak {0}").format(token_text(after.peak, after.exact))
    return FigureCard(title, token_text(after.tokens, after.exact), (note, peak), told)


def _held_out(solution: Solution) -> FigureCard:
    title = translate("Solve", "Held out")
    told = translate("Solve", "Must-keeps that survive in sessions that were not looked at to find the caps.")
    held = solution.held_out
    if solution.copies:
        copies = translate("Solve", "Copies of one session are on the same side: {0}.")
        told = f"{told} {copies.format(sessions_words(sum(map(len, solution.copies))))}"
    if held is None:
        return FigureCard(title, NOTHING, (translate("Solve", "no session held out"), ""), told)
    before = _kept(solution.held_out_before) if solution.held_out_before else NOTHING
    note = translate("Solve", "before {0}").format(before)
    count = dotted((sessions_words(len(held.places)), translate("Solve", "losing {0}").format(held.losing)))
    return FigureCard(title, _kept(held), (note, count), told, bad=bool(held.losing))


def _kept(checked: Checked) -> str:
    if not checked.judged:
        return NOTHING
    return f"{checked.judged - len(checked.lost):,}/{checked.judged:,}"
