"""Where a line may end, in the window and on a terminal: not everywhere in Japanese."""

from __future__ import annotations

import re
from collections.abc import Callable

# What must not begin a line, and what must not end one.
_NOT_FIRST = "、。,.)）」』・：:;!?ー)%々っゃゅょッャュョ…"
_NOT_LAST = "「『(（"
# A run of letters, digits and narrow spaces stays together; a Japanese sign may stand alone.
PART = re.compile(r"[^ \u2e80-\uffff]+| +|.")
# A Japanese phrase: a number with its counter, a word in kanji or katakana, each with its endings.
_KANJI, _ENDING = r"[\u3005\u4e00-\u9fff]", r"[\u3041-\u3096]"
PHRASE = re.compile(
    rf"[^ \u2e80-\uffff]+(?: ?(?:{_KANJI}+{_ENDING}*|{_ENDING}+))?| +"
    rf"|(?:[\u30a1-\u30ff]+|{_KANJI}+){_ENDING}*|{_ENDING}+|."
)
# No line ends beside a sign, before a unit or what is counted, after "about", or in a pair.
_SIGN = "[+±−×÷=<>≤≥≈]"
_UNIT = r"(?:%|°|[kKMG]?B|[mµn]?s|min|h|(?:second|minute|hour)s?)(?!\w)"
_JOINT = re.compile(
    rf" (?={_SIGN} )|(?<={_SIGN}) |(?<=\b[Aa]bout) (?=\d)|(?<=約) ?(?=\d)"
    rf"|(?<=\(\d,) (?=\d\))|(?<=\d) (?={_UNIT})|(?<=\d) ?(?=[\u30a1-\u30ff]|{_KANJI})"
    r"|(?<=\u3007)(?=×ゲーム)|(?<=\u3007×)(?=ゲーム)|(?<=\u3007×ゲー)(?=ム)"
)


def parts_of(words: str, kind: re.Pattern[str], fits: Callable[[str], bool]) -> list[str]:
    """Return the parts of a ``kind`` between which a line may end, blanks among them.

    Parts with a joint between them are one as far as that ``fits`` into a line.

    >>> parts_of("D=4、(1, 1)の後", PHRASE, lambda part: True)
    ['D=4、', '(1, 1)の', '後']
    """
    joined = {at for joint in _JOINT.finditer(words) for at in joint.span()}
    parts: list[str] = []
    for match in kind.finditer(words):
        part = match[0]
        glued = parts and (
            part[0] in _NOT_FIRST
            or parts[-1][-1] in _NOT_LAST
            or (match.start() in joined and fits(parts[-1] + part))
        )
        if glued:
            parts[-1] += part
        else:
            parts.append(part)
    return parts
