"""The network: the rows of a text's features are added up and divided by the length of the sum."""

import numpy as np
import torch
from torch.nn import functional


class StaticBag(torch.nn.Module):
    """Ids [n] with the offsets of each text -> unit vectors [texts, dimensions].

    The length of a row is its learnt weight: the sum is normalised, so no other weight is needed.
    """

    def __init__(self, buckets: int, dimensions: int, weights: np.ndarray):
        super().__init__()
        rows = torch.randn(buckets + 1, dimensions) / dimensions**0.5
        rows *= torch.from_numpy(weights).float().unsqueeze(1)
        rows[0] = 0
        self.bag = torch.nn.EmbeddingBag.from_pretrained(rows, freeze=False, mode='sum', padding_idx=0)

    def forward(self, ids: torch.Tensor, offsets: torch.Tensor) -> torch.Tensor:
        device = self.bag.weight.device
        return functional.normalize(self.bag(ids.to(device), offsets.to(device)), dim=1)


def pack(features: list[list[int]]) -> tuple[torch.Tensor, torch.Tensor]:
    """Lists of ids -> what EmbeddingBag takes: one flat list and where each text starts."""
    lengths = np.fromiter((len(f) for f in features), dtype=np.int64, count=len(features))
    offsets = np.concatenate([[0], np.cumsum(lengths)[:-1]])
    flat = np.concatenate([np.asarray(f, dtype=np.int64) for f in features])
    return torch.from_numpy(flat), torch.from_numpy(offsets)


def inverse_frequency(features: list[list[int]], buckets: int) -> np.ndarray:
    """The first weight of each row: the logarithm of how rare its features are, the mean weight being 1."""
    count = np.zeros(buckets + 1)
    for ids in features:
        count[list(set(ids))] += 1
    weight = np.log((len(features) + 1) / (count + 1))
    return weight / weight[1:].mean()


def contrastive_loss(left: torch.Tensor, right: torch.Tensor, kin: torch.Tensor, temperature: float) -> torch.Tensor:
    """In-batch cross entropy in both directions; names of groups of one kin are no negatives."""
    scores = left @ right.T / temperature
    same = kin.unsqueeze(0) == kin.unsqueeze(1)
    same.fill_diagonal_(False)
    scores = scores.masked_fill(same, -1e4)
    target = torch.arange(len(kin), device=kin.device)
    return (functional.cross_entropy(scores, target) + functional.cross_entropy(scores.T, target)) / 2


@torch.no_grad()
def embed(network: torch.nn.Module, features: list[list[int]], batch: int = 4096) -> torch.Tensor:
    """All vectors of many texts, [texts, dimensions]."""
    network.eval()
    return torch.cat([network(*pack(features[i:i + batch])).cpu() for i in range(0, len(features), batch)])
