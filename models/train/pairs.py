"""Draws the pairs of names of one epoch."""

import random
from collections.abc import Callable
from functools import lru_cache

import numpy as np
import torch

from augment import augment
from corpus import Group

SEED_WEIGHT = 4

Tokenize = Callable[[str], list[int]]


def draw_pairs(groups: list[Group], rng: random.Random) -> list[tuple[int, str, str]]:
    """For each group (index, left, right): French-English, English-English, French-French where it has the names.

    A group with a single name is drawn now and then with itself, augmented, so that it stands among the negatives.
    """
    pairs = []
    for index, group in enumerate(groups):
        for _ in range(SEED_WEIGHT if group.sources & {'seed', 'vocabulary'} else 1):
            if group.fr and group.en:
                pairs.append((index, rng.choice(group.fr), rng.choice(group.en)))
            if len(group.en) > 1:
                pairs.append((index, *rng.sample(group.en, 2)))
            if len(group.fr) > 1 and rng.random() < 0.5:
                pairs.append((index, *rng.sample(group.fr, 2)))
            if len(group.en) + len(group.fr) == 1 and rng.random() < 0.4:
                name = (group.en + group.fr)[0]
                pairs.append((index, name, augment(name, rng)))
    return pairs


@lru_cache(maxsize=None)
def name_ids(name: str, tokenize: Tokenize) -> np.ndarray:
    """The ids of a name as it stands; the same names come back in every epoch."""
    return np.asarray(tokenize(name), dtype=np.int64)


def features_of(names: list[str], tokenize: Tokenize, rng: random.Random, share: float) -> list[np.ndarray]:
    """The ids of names, a share of which is augmented."""
    return [
        np.asarray(tokenize(augment(name, rng)), dtype=np.int64)
        if rng.random() < share else name_ids(name, tokenize)
        for name in names
    ]


def drop_features(ids: torch.Tensor, share: float) -> torch.Tensor:
    """Puts padding, which adds nothing, in the place of a share of the ids."""
    return ids.masked_fill(torch.rand(ids.shape) < share, 0)


def order_batches(pairs, centres: torch.Tensor | None, rng: random.Random, size: int) -> list[list[int]]:
    """Cuts the pairs into batches; with group vectors, neighbours come into the same batch as hard negatives."""
    order = list(range(len(pairs)))
    rng.shuffle(order)
    if centres is not None:
        vectors = centres[[pairs[i][0] for i in order]]
        anchors = vectors[: max(1, len(order) // 48)]
        nearest = torch.cat([(part @ anchors.T).argmax(1) for part in vectors.split(4096)]).numpy()
        clusters = np.argsort(nearest, kind='stable')
        bounds = np.flatnonzero(np.diff(nearest[clusters])) + 1
        pieces = np.split(clusters, bounds)
        rng.shuffle(pieces)
        order = [order[i] for piece in pieces for i in piece]
    batches = [order[i:i + size] for i in range(0, len(order), size)]
    rng.shuffle(batches)
    return batches
