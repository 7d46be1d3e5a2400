"""A small transformer over subwords, mean pooled: what the bag is compared with.

Method: Vaswani et al. 2017, pre-norm; mean pooling as in Reimers and Gurevych 2019 (sentence-transformers).
"""

import torch
from torch.nn import functional

MOST_TOKENS = 64


class SmallTransformer(torch.nn.Module):
    """Ids [n] with the offsets of each text -> unit vectors [texts, dimensions]; id 0 is padding."""

    def __init__(self, vocabulary: int, dimensions: int, layers: int):
        super().__init__()
        self.pieces = torch.nn.Embedding(vocabulary, dimensions, padding_idx=0)
        self.places = torch.nn.Embedding(MOST_TOKENS, dimensions)
        for table in (self.pieces, self.places):
            torch.nn.init.normal_(table.weight, std=0.05)
        layer = torch.nn.TransformerEncoderLayer(
            dimensions, nhead=dimensions // 64, dim_feedforward=4 * dimensions, dropout=0.0, activation='gelu',
            batch_first=True, norm_first=True,
        )
        self.layers = torch.nn.TransformerEncoder(layer, layers, enable_nested_tensor=False)

    def tokens(self, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """[batch, tokens] -> [batch, tokens, dimensions]; the layers add to the pieces, so that they start as a static model."""
        places = torch.arange(ids.shape[1], device=ids.device)
        return self.layers(self.pieces(ids) + self.places(places), src_key_padding_mask=mask == 0)

    def forward(self, ids: torch.Tensor, offsets: torch.Tensor) -> torch.Tensor:
        texts = torch.tensor_split(ids.to(self.places.weight.device), offsets[1:])
        padded = torch.nn.utils.rnn.pad_sequence(list(texts), batch_first=True)
        # The first token stays, dropped or not: a mean needs one.
        mask = (padded != 0).long()
        mask[:, 0] = 1
        vectors = self.tokens(padded, mask)
        weights = mask.unsqueeze(2).float()
        return functional.normalize((vectors * weights).sum(1) / weights.sum(1), dim=1)
