"""Characters that look like one of ASCII, and which: letters, digits, and the signs that a shell acts on."""

import unicodedata
from functools import lru_cache

# By the character that each of them is taken for. What Unicode itself decomposes to ASCII is not listed:
# full width, mathematical, circled and superscript letters, ligatures, Roman numerals, dot leaders.
_LISTED = {
    "A": "\u0391\u0410\u13aa\u15c5\ua4ee\u1d00\u2c6f\U000102a0",
    "B": "\u0392\u0412\u13f4\u15f7\ua4d0\u0299\u0432\u13fc\ua7b4\U00010282",
    "C": "\u03f9\u0421\u13df\ua4da\u2ca4\u216d\U000102a2\U00010302",
    "D": "\u13a0\u15de\u15ea\ua4d3\u0110\u0189",
    "E": "\u0395\u0415\u13ac\ua4f0\u2d39\u1d07\U00010286",
    "F": "\u03dc\u15b4\ua4dd\ua798\u0191\U00010287",
    "G": "\u050c\u13c0\u13f3\ua4d6\u0262\u050d\u13fb",
    "H": "\u0397\u041d\u13bb\u157c\ua4e7\u2c8e\u029c\u043d\u13bb\U000102cf",
    "I": "\u0399\u0406\u04c0\u2c92\ua4f2\u16c1\u026a\u2d4f\U0001028a",
    "J": "\u037f\u0408\u13ab\u148d\ua4d9\ua7b2\u1d0a",
    "K": "\u039a\u041a\u13e6\ua4d7\u2c94\u1d0b\u043a\u03ba\u16d5",
    "L": "\u13de\u14aa\ua4e1\u2cd0\u029f\u2143\U0001041b",
    "M": "\u039c\u03fa\u041c\u13b7\u15f0\u16d6\ua4df\u2c98\u1d0d\u043c\U000102b0",
    "N": "\u039d\ua4e0\u2c9a\u0274",
    "O": "\u039f\u041e\u0555\u2c9e\u2d54\ua4f3\u12d0\u0b20\u1d0f\U00010292\U00010404",
    "P": "\u03a1\u0420\u13e2\u146d\ua4d1\u2ca2\u1d18\U00010295",
    "Q": "\u2d55\u051a\ua4d8",
    "R": "\u01a6\u13a1\u13d2\u1587\ua4e3\u0280\u1d19\u0433",
    "S": "\u0405\u054f\u13d5\u13da\ua4e2\ua731\U00010296",
    "T": "\u03a4\u0422\u13a2\ua4d4\u2ca6\u1d1b\u0442\u03c4\U00010297",
    "U": "\u054d\u144c\u1200\ua4f4\u1d1c\U000104ce",
    "V": "\u0474\u13d9\u142f\ua4e6\u2d38\u1d20\u0667\u06f7",
    "W": "\u051c\u13b3\u13d4\ua4ea\u1d21",
    "X": "\u03a7\u0425\u166d\u16b7\u2cac\u2d5d\ua4eb\ua7b3\U00010290\U000102b4",
    "Y": "\u03a5\u03d2\u0423\u04ae\u13a9\u13bd\u2ca8\ua4ec\u028f\U000102b2",
    "Z": "\u0396\u13c3\ua4dc\u1d22\U000102f5",
    "a": "\u0251\u03b1\u0430\u237a",
    "b": "\u0184\u042c\u044c\u13cf\u1472\u15af\u0253\u0185",
    "c": "\u03f2\u0441\u1d04\u2ca5\uabaf\U0001043d",
    "d": "\u0501\u13e7\u146f\ua4d2\u0257\u0111",
    "e": "\u0435\u04bd\u212e\uab32\u0454\u03b5",
    "f": "\u0192\u03dd\ua799\uab35\u0584\u017f\u1e9d",
    "g": "\u018d\u0261\u0581\u1d83",
    "h": "\u04bb\u0570\u13c2\u0266\u04ba",
    "i": "\u0131\u0269\u026a\u037a\u03b9\u0456\u04cf\u13a5\u1fbe\u02db\u2373\ua647\uab75",
    "j": "\u03f3\u0458\u0249",
    "k": "\u0138\u049b\u0199\u1d0b",
    "l": "\u01c0\u04c0\u04cf\u0196\u0627\u05d5\u05df\u0661\u06f1\u07ca\u019a\u026b\u0142",
    "m": "\u028d\u0271\u1d0d",
    "n": "\u043f\u0578\u057c\u0273\u014b\u03b7",
    "o": "\u03bf\u043e\u03c3\u0585\u10ff\u0d02\u0c02\u0d82\u0966\u09e6\u0a66\u0ae6\u0be6\u0c66\u0ce6\u0d66"
    "\u0e50\u0ed0\u1040\u101d\u1d11\u2c9f\uab3d\u0275\u00f8\U0001042c\U000104ea",
    "p": "\u03c1\u03f1\u0440\u2ca3\u2374\u01bf",
    "q": "\u051b\u0563\u0566\u02a0",
    "r": "\u0433\u1d26\u2c85\uab47\uab48\uab81\u027c\u027d",
    "s": "\u01bd\u0455\ua731\uabaa\u0282\U00010448",
    "t": "\u0442\u03c4\u01ad\u0167\u021b\u01ab",
    "u": "\u028b\u03c5\u057d\u1d1c\ua79f\uab4e\uab52\u0446\U000104f6",
    "v": "\u03bd\u0475\u1d20\u05d8\uaba9\u2228\u22c1",
    "w": "\u026f\u0461\u051d\u0561\u1d21\ua6ef\uab83\u03c9\u0448",
    "x": "\u0445\u03c7\u00d7\u1541\u157d\u166e\u292b\u292c\u2a2f\u04b3",
    "y": "\u0263\u028f\u03b3\u0443\u04af\u10e7\u118b\u1d8c\u1eff\u213d\uab5a",
    "z": "\u0290\u1d22\uab93\u0225",
    "2": "\u01a7\u03e8\u14bf\ua644",
    "3": "\u01b7\u021c\u0417\u0437\u04e0\u0545\u2ccc\ua76a\ua7ab",
    "4": "\u13ce",
    "5": "\u01bc",
    "6": "\u0431\u13ee\u2cd2",
    "8": "\u0222\u0223\u09ea\u0a6a\u0b03\U0001031a",
    "9": "\u09ed\u0a67\u0b68\u0d6d\u2cca\ua76e",
    "-": "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u02d7\u2043\u2500\u2501\u2796\u2cba\u1173\u06d4",
    "/": "\u2044\u2215\u2571\u29f8\u31d3\u3033\u1735\u2cc6\u2f03\u4e3f\u27cb",
    "\\": "\u2216\u29f5\u29f9\u2572\u31d4\u4e36\u27cd",
    "|": "\u2223\u2225\u2016\u2758\u2502\u2503\u01c1\u05c0\u23b8\u23b9\u23d0",
    ";": "\u037e\u061b\u204f\u236e",
    ":": "\u02d0\u02f8\u0589\u05c3\u2236\ua789\u1803\u1809\u16ec\u0703\u0704\ua4fd\u205a",
    "&": "\U0001f674\u214b\ua778",
    "~": "\u223c\u02dc\u2053\u301c\u02f7\u223d\u1fc0",
    ".": "\u0660\u06f0\u0701\u0702\ua4f8\ua60e\u00b7\u2219\u22c5\u2027\u30fb\u3002\U00010a50",
    ",": "\u201a\u060c\u066b\ua4f9\u00b8\u3001",
    "'": "\u2018\u2019\u201b\u2032\u2035\u02b9\u02bb\u02bc\u02bd\u02be\u02c8\u02ca\u00b4\u0374\u0384"
    "\u1fbd\u1fbf\u1ffd\u1ffe\ua78c\u05f3\u07f4\u07f5\u055a",
    '"': "\u201c\u201d\u201e\u201f\u2033\u2036\u3003\u02ba\u02dd\u02ee\u05f4\u1cd3\u275d\u275e\u301d\u301e",
    "`": "\u02cb\u1fef\u0300\u2cbb",
    "(": "\u2768\u276a\u2985\u3014\u27ee\ufd3e",
    ")": "\u2769\u276b\u2986\u3015\u27ef\ufd3f",
    "[": "\u27e6\u3010\u301a\u2045",
    "]": "\u27e7\u3011\u301b\u2046",
    "{": "\u2774\u2983\U0001d114",
    "}": "\u2775\u2984",
    "<": "\u2039\u02c2\u276e\u2770\u1438\u16b2\u27e8\u3008\u2329\u226a\u00ab",
    ">": "\u203a\u02c3\u276f\u2771\u1433\u27e9\u3009\u232a\u226b\u00bb",
    "=": "\u2550\ua78a\u30a0\u1400\u2e40\u2261\u268c",
    "*": "\u2217\u204e\u066d\u22c6\u2731\u2732\u2736\U0001031f",
    "#": "\u266f\u2d4c\u22d5",
    "!": "\u01c3\u2d51\u2757\u2762",
    "?": "\u0241\u0294\u097d\u13ae\ua6eb\u2753",
    "%": "\u066a\u2052",
    "^": "\u02c4\u02c6\u2038\u2303\ua788\u2227",
    "_": "\u02cd\u203f\u2017\u2581",
    "+": "\u16ed\u2795\u02d6\U0001029b",
    "@": "\u24d0",
    "$": "\U0001f4b2",
}
_BY_CHARACTER = {each: seen for seen, all_of_them in _LISTED.items() for each in all_of_them}


@lru_cache(maxsize=4096)
def look_alike(character: str) -> str:
    """Return the ASCII text that `character`, itself beyond ASCII, is taken for; empty when for none."""
    if listed := _BY_CHARACTER.get(character):
        return listed
    decomposed = unicodedata.normalize("NFKD", character).replace("\u2044", "/")
    return decomposed if decomposed.isascii() and decomposed.isprintable() else ""


@lru_cache(maxsize=4096)
def is_latin(character: str) -> bool:
    """Whether it is of the Latin script: an ordinary letter of a language, not a drawing of one."""
    return unicodedata.name(character, "").startswith("LATIN ")
