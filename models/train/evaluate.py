"""Measures on held-out groups: French to English, and English synonym to preferred name, over the whole index."""

import random

from augment import typo
from corpus import Group, key_of
from network import embed
from pairs import Tokenize


def accuracy(network, tokenize: Tokenize, queries, index) -> dict:
    """acc@1 and acc@5 of queries [(name, group)] against index [(name, group)].

    A hit belongs to the group of the query, or is spelled like one of its names. Queries that are spelled like a name
    in the index are left out: finding those is look-up, and where another group has the name, no answer is right.
    """
    known = {key_of(name) for name, _ in index}
    queries = [(name, group) for name, group in queries if key_of(name) not in known]
    names_of = {id(group): {key_of(name) for name in group.en + group.fr} for _, group in queries}
    vectors = embed(network, [tokenize(name) for name, _ in index])
    first = within = 0
    for start in range(0, len(queries), 512):
        part = queries[start:start + 512]
        scores = embed(network, [tokenize(name) for name, _ in part]) @ vectors.T
        for (_, group), found in zip(part, scores.topk(5, dim=1).indices.tolist()):
            hits = [index[i][1] is group or key_of(index[i][0]) in names_of[id(group)] for i in found]
            first += hits[0]
            within += any(hits)
    count = max(1, len(queries))
    return {
        'queries': len(queries), 'acc@1': round(first / count, 4), 'acc@5': round(within / count, 4),
        'index_names': len(index), 'index_groups': len({id(group) for _, group in index}),
    }


def with_typo(name: str, rng: random.Random) -> str:
    """The name with one typo in one of its words of at least five letters, if it has one."""
    parts = name.split(' ')
    long = [at for at, part in enumerate(parts) if len(part) >= 5 and part.isalpha()]
    if long:
        at = rng.choice(long)
        parts[at] = typo(parts[at], rng)
    return ' '.join(parts)


def measure(network, tokenize: Tokenize, train: list[Group], held: list[Group], taken) -> dict:
    """The figures of the model card. `held` and `taken` were not trained on.

    - fr_to_en: French names of held-out groups, over the English names of all groups.
    - en_synonym_to_preferred: English synonyms of held-out groups, over all English names but those synonyms.
    - seed_synonym_to_any_name: everyday synonyms taken out of the seed, over all other names of both languages.
    """
    rng = random.Random(1)
    trained = [(name, group) for group in train for name in group.en]
    preferred = [(group.en[0], group) for group in held if group.en]
    synonyms = [(name, group) for group in held for name in group.en[1:]]
    french = [(name, group) for group in held if group.en for name in group.fr]
    mistyped = [(with_typo(name, rng), group) for name, group in french]
    other = [(name, group) for group in train + held for name in group.fr]
    english = trained + preferred + synonyms
    return {
        'fr_to_en': accuracy(network, tokenize, french, english),
        'fr_with_a_typo_to_en': accuracy(network, tokenize, mistyped, english),
        'en_synonym_to_preferred': accuracy(network, tokenize, synonyms, trained + preferred),
        'seed_synonym_to_any_name': accuracy(network, tokenize, [(name, group) for group, name in taken], english + other),
    }
