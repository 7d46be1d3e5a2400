"""Changes a name the way notes change it: typos, plurals, articles, British or American spelling.

Accents, case, ligatures and ae/oe need none, since `fold` removes them; nor does word order, which the bag ignores.
"""

import random
import re

ARTICLES = {
    'the', 'a', 'an', 'of', 'le', 'la', 'les', 'un', 'une', 'des', 'du', 'de', 'd', 'l', 'au', 'aux', 'to', 'in',
}
SPELLING = [
    ('our', 'or'), ('isation', 'ization'), ('ise', 'ize'), ('yse', 'yze'), ('tre', 'ter'), ('leuk', 'leuc'),
    ('sulph', 'sulf'), ('lling', 'ling'), ('logue', 'log'), ('kary', 'cary'),
]
KEYBOARD = {
    'a': 'qzs', 'b': 'vn', 'c': 'xv', 'd': 'sf', 'e': 'rz', 'f': 'dg', 'g': 'fh', 'h': 'gj', 'i': 'uo', 'j': 'hk',
    'k': 'jl', 'l': 'km', 'm': 'ln', 'n': 'bm', 'o': 'ip', 'p': 'ol', 'q': 'as', 'r': 'et', 's': 'dz', 't': 'ry',
    'u': 'yi', 'v': 'cb', 'w': 'xs', 'x': 'wc', 'y': 'tu', 'z': 'ae',
}
SPLIT = re.compile(r"[\s,;:'’()\[\]/-]+")


def typo(word: str, rng: random.Random) -> str:
    """One edit of a word of at least five letters: drop, swap, double or a neighbouring key."""
    at = rng.randrange(1, len(word) - 1)
    kind = rng.randrange(4)
    if kind == 0:
        return word[:at] + word[at + 1:]
    if kind == 1:
        return word[:at] + word[at + 1] + word[at] + word[at + 2:]
    if kind == 2:
        return word[:at] + word[at] + word[at:]
    return word[:at] + rng.choice(KEYBOARD.get(word[at], word[at])) + word[at + 1:]


def inflect(word: str) -> str:
    """Adds or removes the ending of a plural."""
    if word.endswith('s'):
        return word[:-1]
    if word.endswith('al') and len(word) > 4:
        return word[:-2] + 'aux'
    return word + 's'


def respell(text: str, rng: random.Random) -> str:
    """Another spelling of one letter group, where there is one."""
    found = [(a, b) for pair in SPELLING for a, b in (pair, pair[::-1]) if a in text]
    if not found:
        return text
    old, new = rng.choice(found)
    return text.replace(old, new)


def augment(text: str, rng: random.Random) -> str:
    """One or two random changes of a name; a name that is too short for one is returned as it is."""
    parts = [part for part in SPLIT.split(text.lower()) if part]
    for _ in range(1 + (rng.random() < 0.25)):
        kind = rng.randrange(5)
        long = [i for i, part in enumerate(parts) if len(part) >= 5 and part.isalpha()]
        if kind <= 1 and long:
            at = rng.choice(long)
            parts[at] = typo(parts[at], rng)
        elif kind == 2 and long:
            at = rng.choice(long)
            parts[at] = inflect(parts[at])
        elif kind == 3:
            parts = [part for part in parts if part not in ARTICLES] or parts
        elif kind == 4:
            parts = respell(' '.join(parts), rng).split()
    return ' '.join(parts) or text
