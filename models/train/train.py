"""Trains the built-in model and writes its directory: python train.py --data DIR ... --seed DIR --out DIR."""

import argparse
import random
import time
from pathlib import Path

import numpy as np
import torch

from corpus import find_sources, hold_out, hold_out_synonyms, link_kin, read_groups
from architectures import NAMES, build
from evaluate import measure
from export import round_rows, write_model
from export_standard import write_standard_model
from network import contrastive_loss, embed, pack
from pairs import draw_pairs, drop_features, features_of, order_batches

RANDOM_SEED = 20240917
TEMPERATURE = 0.05
HELD_OUT = 0.05
AUGMENTED = 0.3


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--data', type=Path, action='append', required=True, help='folder with source files; repeat it')
    parser.add_argument('--seed', type=Path, help='folder with the seed terminology (*.tsv)')
    parser.add_argument('--vocabulary', type=Path, help='folder with everyday words (*.tsv, columns en and fr)')
    parser.add_argument('--out', type=Path, required=True, help='model directory to write')
    parser.add_argument('--architecture', choices=NAMES, default='ngrams', help='ngrams is the one that ships')
    parser.add_argument('--buckets', type=int, default=32768, help='rows of ngrams')
    parser.add_argument('--pieces', type=int, default=16384, help='rows of subwords and transformer')
    parser.add_argument('--layers', type=int, default=2, help='of transformer')
    parser.add_argument('--dimensions', type=int, default=256)
    parser.add_argument('--epochs', type=int, default=30)
    parser.add_argument('--batch', type=int, default=2048)
    parser.add_argument('--rate', type=float, default=5e-3)
    parser.add_argument('--drop', type=float, default=0.1)
    parser.add_argument('--minutes', type=float, default=12, help='stop after this long, whatever the epochs')
    parser.add_argument('--threads', type=int, default=2)
    return parser.parse_args()


def train(network, tokenize, groups, options):
    """Adam on in-batch contrast; the learning rate falls in a line to zero over the epochs."""
    rng = random.Random(RANDOM_SEED)
    adam = torch.optim.Adam(network.parameters(), lr=options.rate)
    names = [tokenize((group.en + group.fr)[0]) for group in groups]
    began = time.time()
    for epoch in range(options.epochs):
        pairs = draw_pairs(groups, rng)
        # Neighbours are worth nothing before the rows have a meaning.
        centres = embed(network, names) if epoch >= 2 else None
        batches = order_batches(pairs, centres, rng, options.batch)
        total = 0.0
        network.train()
        for number, batch in enumerate(batches):
            done = (epoch + number / len(batches)) / options.epochs
            adam.param_groups[0]['lr'] = options.rate * min(1.0, 10 * done + 0.1) * (1 - done)
            chosen = [pairs[i] for i in batch]
            sides = [pack(features_of([pair[side] for pair in chosen], tokenize, rng, AUGMENTED)) for side in (1, 2)]
            left, right = (network(drop_features(ids, options.drop), offsets) for ids, offsets in sides)
            kin = torch.tensor([groups[pair[0]].kin for pair in chosen], device=left.device)
            loss = contrastive_loss(left, right, kin, TEMPERATURE)
            adam.zero_grad()
            loss.backward()
            adam.step()
            total += loss.item()
        minutes = (time.time() - began) / 60
        print(f'epoch {epoch + 1} pairs {len(pairs)} loss {total / len(batches):.3f} minutes {minutes:.1f}', flush=True)
        if minutes > options.minutes:
            break


def main():
    options = arguments()
    torch.set_num_threads(options.threads)
    torch.manual_seed(RANDOM_SEED)
    np.random.seed(RANDOM_SEED % 2**32)
    sources = find_sources(options.data, options.seed, options.vocabulary)
    groups = read_groups(sources)
    link_kin(groups)
    kept, held = hold_out(groups, HELD_OUT, RANDOM_SEED)
    taken = hold_out_synonyms(kept, 2 * HELD_OUT, RANDOM_SEED)
    names = [name for group in kept for name in group.en + group.fr]
    model = build(options, names)
    model.network.to('cuda' if torch.cuda.is_available() else 'cpu')
    print('groups', len(groups), 'held out', len(held), 'names', len(names))
    print('untrained', measure(model.network, model.tokenize, kept, held, taken), flush=True)
    train(model.network, model.tokenize, kept, options)
    model.network.cpu()
    if options.architecture != 'ngrams':
        print('trained', measure(model.network, model.tokenize, kept, held, taken))
        write_standard_model(options.out, model, options)
        return
    # Rounded first, so that what is measured is what ships.
    rounded = round_rows(model.network)
    figures = measure(model.network, model.tokenize, kept, held, taken)
    print('trained', figures)
    write_model(options.out, model.network, options, sources, figures, rounded)


if __name__ == '__main__':
    main()
