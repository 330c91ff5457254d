"""English words without their endings, so that all forms of a word are one."""

from __future__ import annotations

from functools import cache, lru_cache

_VOWELS = frozenset("aeiouy")


def _listed(text: str) -> list[str]:
    """The words of a text, which tables of words are kept in."""
    return text.split()


#: Words whose ending only looks like one.
_WHOLE = frozenset(
    _listed(
        """
        this his its is us as was has does news bus gas lens plus always less unless perhaps analysis
        basis thesis series species campus virus status focus bonus sales express access process address
        business illness fitness need feed seed speed exceed red bed shed hundred wed thing king ring
        sing bring string spring during evening morning ceiling wedding being meeting building heating
        parking nothing anything something everything wing embed
        """
    )
)
#: What two words that begin alike may end in, besides nothing, and still be of one family.
_TAILS = frozenset(
    _listed(
        """
        able ably al ally ance ant ary ate ated ates ation ational ations ator e ed en ence ent er ers
        es est ful ible ic ical icals ication ied ier ies ify ily in ing ings ion ional ions ise ised
        ish ism ist ists ity ive ization isation ize ized less ly ment mental ments ness or ors ory ous
        s ship t th ting tion tions tor ty ure ures y
        """
    )
) | {""}
_SHORTEST_ROOT = 4
#: A word no longer than this keeps its silent e and its double l: plane is not plan, fill is not file.
_SHORT = 5
#: Ends of short roots that only stand before a silent e: danc(ing), judg(ed).
_NEEDS_E = frozenset(
    ("nc", "rc", "rs", "ns", "ls", "dg", "rg", "lg", "rv", "lv", "bl", "pl", "tl", "gl", "cl", "dl")
)
#: Words with another past or plural than the rule makes, each with its base form.
_IRREGULAR = {
    form: root
    for form, _, root in (
        pair.partition(":")
        for pair in _listed(
            """
            children:child people:person men:man women:woman feet:foot teeth:tooth mice:mouse
            geese:goose wives:wife knives:knife lives:life shelves:shelf leaves:leave halves:half
            data:data media:media criteria:criterion appendices:appendix indices:index analyses:analysis
            paid:pay said:say laid:lay sent:send spent:spend lent:lend built:build left:leave kept:keep
            slept:sleep met:meet fed:feed led:lead held:hold told:tell sold:sell bought:buy
            brought:bring thought:think taught:teach caught:catch sought:seek fought:fight found:find
            bound:bind wound:wind stood:stand understood:understand made:make had:have heard:hear
            lost:lose shot:shoot sat:sit won:win run:run ran:run begun:begin began:begin swum:swim
            swam:swim drunk:drink drank:drink sung:sing sang:sing rung:ring rang:ring written:write
            wrote:write driven:drive drove:drive ridden:ride rode:ride risen:rise rose:rise given:give
            gave:give eaten:eat ate:eat fallen:fall fell:fall taken:take took:take shaken:shake
            forgotten:forget forgot:forget gotten:get got:get hidden:hide hid:hide broken:break
            broke:break spoken:speak spoke:speak stolen:steal stole:steal chosen:choose chose:choose
            frozen:freeze froze:freeze woken:wake woke:wake worn:wear wore:wear torn:tear tore:tear
            borne:bear sworn:swear known:know knew:know grown:grow grew:grow flown:fly flew:fly
            thrown:throw threw:throw drawn:draw drew:draw shown:show seen:see saw:see done:do did:do
            gone:go went:go come:come came:come become:become became:become sewn:sew dealt:deal
            meant:mean felt:feel burnt:burn learnt:learn hung:hang dug:dig stuck:stick put:put cut:cut
            set:set let:let shut:shut hit:hit cost:cost read:read spread:spread hurt:hurt lit:light
            slid:slide bit:bite bitten:bite opened:open opening:open
            edited:edit editing:edit exited:exit dying:die lying:lie tying:tie
            """
        )
    )
}


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """A word in lower case without plural, -ed, -ing, genitive and silent e."""
    word = word.replace("’", "'")
    if word.endswith("'s"):
        word = word[:-2]
    elif word.endswith("'"):
        word = word[:-1]
    word = _IRREGULAR.get(word, word)
    if len(word) < 3 or word in _WHOLE:
        return word
    return _even(_singular(_without_ending(word)))


def _without_ending(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1]
    if word.endswith("eeing"):
        return word[:-3]
    for ending in ("ing", "ed"):
        root = word[: -len(ending)]
        if word.endswith(ending) and len(root) > 1 and _VOWELS.intersection(root):
            doubled = len(root) > 3 and root[-1] == root[-2] and root[-1] not in "szef"
            doubled = doubled and (root[-1] != "l" or len(root) > _SHORT)
            return root[:-1] if doubled else _with_e(root)
    return word


def _with_e(root: str) -> str:
    """A short root with the silent e that its ending took: us(ing) is of use, test(ed) of test."""
    if len(root) >= _SHORT or root[-1] in _VOWELS - {"u"}:
        return root
    if root[-2:] in _NEEDS_E or root[-1] in "vu":
        return root + "e"
    closed = root[-1] not in "wx" and root[-2] in _VOWELS and root[-3:-2] not in _VOWELS
    return root + "e" if closed else root


def _singular(word: str) -> str:
    if not word.endswith("s") or word.endswith(("ss", "us", "is")) or len(word) < 4:
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("xes", "ches", "shes", "sses", "zzes")):
        return word[:-2]
    return word[:-1]


def _even(word: str) -> str:
    """The end made alike: i for y and ie, no silent e of a long word, one l."""
    if word.endswith("ie") or (word.endswith("e") and len(word) > _SHORT and not word.endswith("ee")):
        word = word[:-1]
    if word.endswith("y") and len(word) > 2 and word[-2] not in _VOWELS:
        word = word[:-1] + "i"
    return word[:-1] if word.endswith("ll") and len(word) > _SHORT else word


def base(word: str) -> str:
    """The base form of an irregular past or plural; any other word as it is."""
    return _IRREGULAR.get(word, word)


def forms(root: str) -> tuple[str, ...]:
    """The irregular forms that have this stem."""
    return _forms().get(root, ())


@cache
def _forms() -> dict[str, tuple[str, ...]]:
    made: dict[str, tuple[str, ...]] = {}
    for form, base in _IRREGULAR.items():
        made[stem(base)] = (*made.get(stem(base), ()), form)
    return made


def akin(one: str, other: str) -> bool:
    """Whether two stems are of one family: retouch and retoucher, vaccinate and vaccination."""
    shared = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        shared += 1
    if shared < _SHORTEST_ROOT or shared * 5 < max(len(one), len(other)) * 2:
        return False
    return one[shared:] in _TAILS and other[shared:] in _TAILS
