"""A small transformer over subwords, mean pooled: what the bag is compared with.

Method: Vaswani et al. 2017, pre-norm; mean pooling as in Reimers and Gurevych 2019 (sentence-transformers).
"""

import torch
from torch.nn import functional

MOST_TOKENS = 64
HEAD = 64


class Layer(torch.nn.Module):
    """Self-attention and two dense steps, each behind a norm and added to what came in; shapes are free when exported."""

    def __init__(self, dimensions: int):
        super().__init__()
        self.heads = dimensions // HEAD
        self.before = torch.nn.LayerNorm(dimensions)
        self.between = torch.nn.LayerNorm(dimensions)
        self.project = torch.nn.Linear(dimensions, 3 * dimensions)
        self.gather = torch.nn.Linear(dimensions, dimensions)
        self.widen = torch.nn.Linear(dimensions, 4 * dimensions)
        self.narrow = torch.nn.Linear(4 * dimensions, dimensions)

    def forward(self, vectors: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
        batch, width, dimensions = vectors.shape
        parts = self.project(self.before(vectors)).reshape(batch, width, 3, self.heads, HEAD).permute(2, 0, 3, 1, 4)
        query, key, value = parts[0], parts[1], parts[2]
        weights = (query @ key.transpose(2, 3) / HEAD**0.5 + bias).softmax(dim=3)
        heads = (weights @ value).transpose(1, 2).reshape(batch, width, dimensions)
        vectors = vectors + self.gather(heads)
        return vectors + self.narrow(functional.gelu(self.widen(self.between(vectors))))


class SmallTransformer(torch.nn.Module):
    """Ids [n] with the offsets of each text -> unit vectors [texts, dimensions]; id 0 is padding."""

    def __init__(self, vocabulary: int, dimensions: int, layers: int):
        super().__init__()
        self.pieces = torch.nn.Embedding(vocabulary, dimensions, padding_idx=0)
        self.places = torch.nn.Embedding(MOST_TOKENS, dimensions)
        for table in (self.pieces, self.places):
            torch.nn.init.normal_(table.weight, std=0.05)
        self.layers = torch.nn.ModuleList(Layer(dimensions) for _ in range(layers))

    def tokens(self, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """[batch, tokens] -> [batch, tokens, dimensions]; the layers add to the pieces, so that they start as a static model."""
        places = torch.arange(ids.shape[1], device=ids.device)
        vectors = self.pieces(ids) + self.places(places)
        bias = (mask == 0)[:, None, None, :].float() * -1e4
        for layer in self.layers:
            vectors = layer(vectors, bias)
        return vectors

    def forward(self, ids: torch.Tensor, offsets: torch.Tensor) -> torch.Tensor:
        texts = torch.tensor_split(ids.to(self.places.weight.device), offsets[1:])
        padded = torch.nn.utils.rnn.pad_sequence(list(texts), batch_first=True)
        # The first token stays, dropped or not: a mean needs one.
        mask = (padded != 0).long()
        mask[:, 0] = 1
        vectors = self.tokens(padded, mask)
        weights = mask.unsqueeze(2).float()
        return functional.normalize((vectors * weights).sum(1) / weights.sum(1), dim=1)
