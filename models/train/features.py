"""Turns a text into feature ids: hashed character n-grams and words.

The same method as server/embedding/character-ngram-tokenizer.ts; models/*/check.json holds the two together.
Method: subword n-grams hashed into rows (Bojanowski et al. 2017, fastText), over folded words.
"""

import re
import unicodedata
from functools import lru_cache

MIN_N = 3
MAX_N = 5
WORD_SEED = 0x9E3779B9
NGRAM_SEED = 0x811C9DC5
DIGRAPHS = re.compile('ae|oe')
LETTERS = str.maketrans({'œ': 'e', 'æ': 'e', 'ø': 'o', 'ł': 'l', 'ß': 'ss', 'µ': 'u', 'μ': 'u'})


def fold(text: str) -> str:
    """Lower case without accents or ligatures; British ae and oe become e (oedema, œdème, edema)."""
    text = unicodedata.normalize('NFKD', text.lower())
    text = ''.join(c for c in text if unicodedata.category(c)[0] != 'M')
    return DIGRAPHS.sub('e', text.translate(LETTERS))


def words(text: str) -> list[str]:
    """The runs of letters and digits of a folded text; the folded text itself when there are none ("+++")."""
    folded = fold(text)
    spaced = ''.join(c if unicodedata.category(c)[0] in 'LN' else ' ' for c in folded)
    return spaced.split() or [folded.strip()]


def _mix(value: int) -> int:
    """Spreads the bits of an FNV-1a hash, whose low bits alone are uneven."""
    value = ((value ^ (value >> 15)) * 0x2C1B3C6D) & 0xFFFFFFFF
    value = ((value ^ (value >> 12)) * 0x297A2D39) & 0xFFFFFFFF
    return value ^ (value >> 15)


@lru_cache(maxsize=400_000)
def word_ids(word: str, buckets: int) -> tuple[int, ...]:
    """The ids 1..buckets of one word: itself first, then each n-gram of <word>, by start and length."""
    units = memoryview(f'<{word}>'.encode('utf-16-le')).cast('H').tolist()
    ids = []
    whole = WORD_SEED
    for unit in units:
        whole = ((whole ^ unit) * 0x01000193) & 0xFFFFFFFF
    ids.append(1 + _mix(whole) % buckets)
    for start in range(len(units) - MIN_N + 1):
        value = NGRAM_SEED
        for length, unit in enumerate(units[start:start + MAX_N], 1):
            value = ((value ^ unit) * 0x01000193) & 0xFFFFFFFF
            if length >= MIN_N:
                ids.append(1 + _mix(value) % buckets)
    return tuple(ids)


def text_ids(text: str, buckets: int, limit: int = 1024) -> list[int]:
    """The feature ids of a text, at least one and at most `limit`; 0 is the padding row."""
    return [i for word in words(text) for i in word_ids(word, buckets)][:limit]
