"""Makes texts that are nearly what people and agents write, and changes signs in them."""

import random
import re
from collections.abc import Callable, Sequence

_WRITTEN_NAMES = r"""
git ls cat head grep echo printf cd cd cd exit true false pwd set test [ time ./x.sh a/b x.y @a +x 12
find if then do done in for while { } ! [[ ]] : command type sort xargs env python3 a-b _x time.
function
"""
_NAMES = _WRITTEN_NAMES.split()
_WRITTEN_BARE = r"""
a b -la --stat --oneline HEAD~1 HEAD^ @{u} stash@{0} {} { } {a,b} {a,b}.txt *.{py,ts} {1..3} {a..c} {,x}
x{a}y {a,b}{c,d} a=b a=~/b ~ ~/a ~root ~+ a~ *.py src/** [a-z]* [!a]? a[b x]y ? # a#b #c ! !! !x x! % %1
^a ^ = =a a:b a:~ -x=y 2 1 12 in do done then fi ] ]] [ [[ -v -f -n -e -o pipefail -eu src src/app a/b
b/a docs .. ../a ./src - -- --a={b,c} x,y a..b , . / ./ // @ +x _ README.md in.txt a.txt $x ${x} $y "$x"
"${x}" "$HOME" "$PWD/a" "$?" $? $HOME $ a$ "a$" "^a$|b" $1 $$ $( $(b) `b` $((1)) ${x:-b} $'a' $"a" \; \(
\) \a \$x \* \\ \' \" \# \~ \! \{a,b} 'a;b' '$x' '`b`' '' '\' '#' 'ä' '*' '~' '{a,b}'
"a;b|c" "it's" "\"" "\$x" "\a" "\\" "ä" "ä\"" "!" "*" "" "`b`" "$(b)" a'b'd "a"'b' a"b"* '*'* \**
["a"]* [a'-'z]* ''# ''{a,b} {a,'b'} ~'/a' ~"" '~'/a é 中
"""
_BARE = (
    *_WRITTEN_BARE.split(),
    "'a b'",
    "'a;b'",
    "'a\nb'",
    '"a b"',
    '"a\nb"',
    "a\\ b",
    "'ä ✓'",
    "a'b c'd",
    '{a,"b c"}',
    "'a | b'",
    '"it is; so"',
)
_WRITTEN_REDIRECTIONS = r"""
>/dev/null 2>/dev/null &>/dev/null >>/dev/null 2>>/dev/null &>>/dev/null 2>&1 1>&2 >&2 >&1 <in.txt
<a.txt <README.md <<<a <<<"$x" <<<*.py >a 2>a &>a >&a >|a <>a {x}>a 3>&1 2>&- <&0 >&-
</dev/null </dev/tcp/a/1 >/dev/null2 2>&1x 12>&1 2>&12 <(a) >(a)
"""
_REDIRECTIONS = (
    *_WRITTEN_REDIRECTIONS.split(),
    "< b",
    "<<<'a b'",
    "> /dev/null",
    "2> /dev/null",
    "< in.txt",
)
_OPERATORS = (
    ";",
    "&&",
    "||",
    "|",
    "\n",
    ";\n",
    "|&",
    "&",
    ";;",
    " \n ",
    "&&\n",
    "|\n",
    "||\n\n",
    "# c\n",
    " # c '\n",
)
# Real programs by their paths, and the only builtin that is not replaced.
_DANGEROUS = re.compile(r"/s?bin/|builtin")
# Lines of a heredoc, and what stands behind its name.
_LINES = ("a b", "$x", "`b`", "\\", "'", '"', "\ta", "EOF ", " EOF", "#", "ls; rm", "", "ä ✓", "E1")
_AFTER = (
    "",
    "",
    " | head",
    " && ls",
    "; ls -la",
    " # c",
    " >/dev/null",
    " <a.txt",
    " 'a\nb'",
    ")",
    " \\\n ls",
)
_BEFORE = ("CI=1", "LC_ALL=C", "TZ='a b'", "LANG=", "x=1", "PATH=.", "! ", "time", "2>&1")
_SIGNS = " \t\n\\'\"$`;&|<>(){}[]*?~#!=%^,.:-@+/0129abxé✓\r\x0b\x1b\u00a0\u200b\u202e"
_PIECES = (
    *(
        "\\\n",
        " \\\n",
        "\\\n ",
        "&&",
        "||",
        "|&",
        ";;",
        "<<",
        "<<-",
        "<<<",
        ">&",
        "&>",
        "((",
        "))",
        "[[ ",
        " ]]",
    ),
    *(
        "$(",
        "${",
        "$'",
        "<(",
        ">(",
        "\n#",
        "\n\\",
        " # ",
        "'EOF'",
        "\nEOF\n",
        "do ",
        "; done",
        "{ ",
        "; }",
        "! ",
    ),
    *("2>&1", "{a,b}", "x=", "LC_ALL=", "CI=1 ", "time ", "in ", "for x in ", "if ", "then ", "fi", "()"),
)


class Writer:
    """Writes texts, the same for the same `seed`; some are changes of `seen` commands."""

    def __init__(self, seed: int, seen: Sequence[str]) -> None:
        """Take only those of `seen` that no mistake makes dangerous: the judge is a real bash."""
        self._chance = random.Random(seed)
        self._seen = [text for text in seen if len(text) < 300 and not _DANGEROUS.search(text)]

    def text(self) -> str:
        """Return the next text, of one to some hundred signs."""
        chance = self._chance
        kind = chance.random()
        if self._seen and kind < 0.3:
            text = chance.choice(self._seen)
            if kind < 0.08:
                text = self._spliced(text, chance.choice(self._seen))
        else:
            text = self._list(2)
        changes = chance.choice((0, 0, 1, 1, 2, 2, 3, 4))
        for _ in range(changes):
            text = self._changed(text)
        return text[:600]

    def _spliced(self, one: str, other: str) -> str:
        chance = self._chance
        return one[: chance.randint(0, len(one))] + other[chance.randint(0, len(other)) :]

    def _changed(self, text: str) -> str:
        chance = self._chance
        at = chance.randint(0, len(text))
        kind = chance.random()
        if kind < 0.4:
            return text[:at] + chance.choice(_SIGNS) + text[at:]
        if kind < 0.6:
            return text[:at] + text[at + chance.randint(1, 2) :]
        if kind < 0.7:
            return text[:at] + chance.choice(_SIGNS) + text[at + 1 :]
        if kind < 0.95:
            return text[:at] + chance.choice(_PIECES) + text[at:]
        end = min(len(text), at + chance.randint(1, 12))
        return text[:end] + text[at:end] + text[end:]

    def _list(self, depth: int) -> str:
        chance = self._chance
        parts = [self._command(depth)]
        while chance.random() < 0.5 and len(parts) < 5:
            parts += [
                chance.choice(("", " ")),
                self._operator(),
                chance.choice(("", " ")),
                self._command(depth),
            ]
        return "".join(parts)

    def _operator(self) -> str:
        # Mostly one of the first five, or hardly a text would be read.
        chance = self._chance
        return chance.choice(_OPERATORS[:5] if chance.random() < 0.85 else _OPERATORS)

    def _command(self, depth: int) -> str:
        kind = self._chance.random()
        forms: tuple[tuple[float, Callable[[int], str]], ...] = (
            (0.06, self._subshell),
            (0.12, self._group),
            (0.2, self._loop),
            (0.24, self._test),
            (0.28, self._if),
            (0.34, self._heredoc),
        )
        for limit, form in forms:
            if kind < limit and depth:
                return form(depth - 1)
        return self._simple()

    def _subshell(self, depth: int) -> str:
        gap = self._chance.choice(("", " ", "\n"))
        return f"({gap}{self._list(depth)}{gap}){self._tail()}"

    def _group(self, depth: int) -> str:
        return f"{{{self._chance.choice((' ', chr(10)))}{self._list(depth)}{self._end()} }}{self._tail()}"

    def _loop(self, depth: int) -> str:
        words = " ".join(self._chance.choice(_BARE[:80]) for _ in range(self._chance.randint(1, 3)))
        name = self._chance.choice("xxxyi")
        body = f"{self._chance.choice((' ', chr(10), '  '))}{self._list(depth)}{self._end()}"
        return f"for {name} in {words}{self._end()} do{body} done{self._tail()}"

    def _if(self, depth: int) -> str:
        parts = [f"if {self._list(depth)}{self._end()} then {self._list(depth)}{self._end()}"]
        if self._chance.random() < 0.3:
            parts.append(f" elif {self._simple()}{self._end()} then {self._simple()}{self._end()}")
        if self._chance.random() < 0.4:
            parts.append(f" else {self._list(depth)}{self._end()}")
        return "".join(parts) + " fi" + self._tail()

    def _test(self, depth: int) -> str:
        del depth
        chance = self._chance
        one, other = chance.choice(_BARE), chance.choice(_BARE)
        forms = (f"-f {one}", f"-n {one}", f"{one} == {other}", f"! -d {one}", f"{one} != b", one)
        inside = chance.choice(forms)
        return chance.choice((f"[[ {inside} ]]", f"[ {inside} ]", f"test {inside}")) + self._tail()

    def _heredoc(self, depth: int) -> str:
        del depth
        chance = self._chance
        name = chance.choice(("EOF", "EOF", "E1", "end"))
        forms = (f"'{name}'", f'"{name}"', name, name, f"\\{name}", f"-'{name}'", f"- {name}", f" {name}")
        lines = [chance.choice(_LINES) for _ in range(chance.randint(0, 2))]
        body = "".join(f"{line}\n" for line in lines)
        tab = chance.choice(("", "", "\t"))
        after, more = chance.choice(_AFTER), ""
        if chance.random() < 0.15:
            after, more = chance.choice(("; cat <<E2", " | cat <<'E2'", "\ncat <<-E2")), f"{body}{tab}E2\n"
        return f"{self._simple()} <<{chance.choice(forms)}{after}\n{body}{tab}{name}\n{more}"

    def _simple(self) -> str:
        chance = self._chance
        words = [chance.choice(_NAMES[:25] if chance.random() < 0.9 else _NAMES)]
        if chance.random() < 0.06:
            words.insert(
                0,
                chance.choice(
                    ("CI=1", "LC_ALL=C", "TZ='a b'", "LANG=", "x=1", "PATH=.", "! ", "time", "2>&1")
                ),
            )
        for _ in range(chance.choice((0, 1, 1, 2, 2, 3))):
            # The first half of them is what most texts have.
            words.append(chance.choice(_BARE[:8] if chance.random() < 0.45 else _BARE))
        text = words[0]
        for word in words[1:]:
            text += chance.choice((" ", " ", " ", " ", "  ", "\t", " \\\n", "")) + word
        return text + (self._tail() if chance.random() < 0.2 else "")

    def _end(self) -> str:
        return self._chance.choice((";", "; ", "\n", ";\n", " ;", "; ", "\n", ""))

    def _tail(self) -> str:
        chance = self._chance
        if chance.random() < 0.6:
            return ""
        form = chance.choice(_REDIRECTIONS[:14] if chance.random() < 0.8 else _REDIRECTIONS)
        return chance.choice((" ", " ", "")) + form
