"""The three architectures that were compared: what cuts a text into ids, and the network that takes them."""

from dataclasses import dataclass

import torch

from features import text_ids
from network import StaticBag, inverse_frequency
from pairs import Tokenize
from subwords import piece_ids, train_tokenizer
from transformer import MOST_TOKENS, SmallTransformer

NAMES = ('ngrams', 'subwords', 'transformer')
MAX_TOKENS = 1024


@dataclass
class Architecture:
    """`tokenizer` is that of tokenizer.json, where there is one."""

    tokenize: Tokenize
    network: torch.nn.Module
    tokenizer: object = None


def build(options, names: list[str]) -> Architecture:
    """The untrained network for training names; a static row starts with the weight of how rare its feature is."""
    if options.architecture == 'ngrams':
        def tokenize(text: str) -> list[int]:
            return text_ids(text, options.buckets, MAX_TOKENS)
        weights = inverse_frequency([tokenize(name) for name in names], options.buckets)
        return Architecture(tokenize, StaticBag(options.buckets, options.dimensions, weights))

    tokenizer = train_tokenizer(names, options.pieces)

    def tokenize(text: str) -> list[int]:
        return piece_ids(tokenizer, text, MOST_TOKENS)
    size = tokenizer.get_vocab_size()
    if options.architecture == 'transformer':
        return Architecture(tokenize, SmallTransformer(size, options.dimensions, options.layers), tokenizer)
    weights = inverse_frequency([tokenize(name) for name in names], size - 1)
    return Architecture(tokenize, StaticBag(size - 1, options.dimensions, weights), tokenizer)
