"""How Japanese is written here: one way for each word, its own signs, blanks beside letters."""

import re

# What is not written, and what is.
RATHER = {
    "ふつう": "普通",
    "よい|よかっ|よけれ": "良い",
    "わか[らりるっれ]": "分かる",
    "～|(?<=[0-9])–(?=[0-9])": "〜",
    "コンピューター|計算機": "コンピュータ",
    "二度(目の)?探索|探索し直|調べ直|もう一度(探索|調べ)|見直した局面": "再探索",
    "[0-9}数] ?手先|一手深く": "手番先",
    "着手可能数": "着手可能箇所",
    "手作り": "手調整",
    "端末": "ターミナル",
    "共謀数": "共謀深さ",
    "マスの重み|係数": "マスの評価値、重み",
    "(自分|相手)マス": "石",
    "まける": "配れる",
    "(?<!言)葉|節|根(?!拠)": "リーフ、ノード、ルート",
    "(幅のない|空の|狭い)窓": "null window",
    "でたらめ": "ランダム",
    "心変わり": "最善手の交代",
    "輪の[穴マ]": "印の付いた",
    "の質問": "問テスト",
    "○": "〇",
    # An article may be named, and what it calls a search.
    "(アルファベータ|ネガアルファ)法(?!」)|αβ 法|ネガα": "αβ法",
    "NegaScout": "ネガスカウト法",
    "記事の αβ法": "αβ法（記事）",
    "(?<!ベータ)(?<!アルファ)カット": "枝刈り",
    "(?<=[0-9}]) 差": "個差",
    "逆の順(?!に変)": "逆順",
    "有望な手から": "有望順",
    "基準値": "境界",
    "minimax 法(?!による)": "ミニマックス法",
    "(アルファ|ベータ)[以とをがはに]": "α 値、β 値",
}
_TITLE = "法によるリバーシの最善手の探索"  # an article's, as it was printed
_LETTER = r"[\u3005\u3041-\u3096\u30a1-\u30fa\u30fc\u4e00-\u9fff]"
_FAULTS = {
    **{pattern: f"rather {rather}" for pattern, rather in RATHER.items()},
    rf"{_LETTER} ?\((?![0-9])|{_LETTER}[)\[\]:;,!?]|[)\]:;,!?]{_LETTER}": "a narrow sign",
    r"(?<!·) [（「」）]|[（「] ": "a blank beside a wide sign",
    rf"{_LETTER}\.(?= |$)": "a narrow stop",
    r"[。：！、] (?![–·])": "a blank behind a stop",
    rf"{_LETTER}[A-Za-z0-9\u03b1-\u03c9]": "no blank before letters",
    rf"[A-Za-z0-9)%](?!{_TITLE}){_LETTER}": "no blank behind letters",
    r"[0-9]\u2009[0-9]": "thousands without a comma",
    # "7 of them" needs what is counted.
    r"[0-9}] ?のうち|のうち、?[^。、]*[0-9}](?= ?([をがはで、。]|$))": "a number without a counter",
}


def faults(text: str) -> list[str]:
    """Return what is not written as it should be, each with where it is."""
    return [
        f"{why}: {text[max(0, found.start() - 8) : found.end() + 8]!r}"
        for pattern, why in _FAULTS.items()
        for found in re.finditer(pattern, text)
    ]
