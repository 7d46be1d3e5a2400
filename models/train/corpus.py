"""Reads the sources into groups: one group holds all English and French names of one clinical idea."""

import csv
import random
from dataclasses import dataclass, field
from pathlib import Path

from features import words

csv.field_size_limit(10_000_000)


@dataclass
class Group:
    """The names of one idea; `sources` says which files named it; groups that share any name have the same `kin`."""

    en: list[str] = field(default_factory=list)
    fr: list[str] = field(default_factory=list)
    sources: set[str] = field(default_factory=set)
    kin: int = 0


def key_of(text: str) -> str:
    """What two strings share when they differ only by case, accents or punctuation."""
    return ' '.join(words(text))


def rows(path: Path):
    with path.open(encoding='utf-8', newline='') as file:
        yield from csv.DictReader(file, delimiter='\t', quoting=csv.QUOTE_NONE)


def values(cell: str | None, separator: str = ' | ') -> list[str]:
    return [part.strip() for part in (cell or '').split(separator) if part.strip()]


def read_orphanet(path: Path):
    for row in rows(path):
        yield 'orphanet', [row['orpha']], [row['en'], *values(row['en_synonyms'])], [row['fr'], *values(row['fr_synonyms'])]


def read_hpo(path: Path):
    for row in rows(path):
        yield 'hpo', [row['hpo_id']], [row['en'], *values(row['en_synonyms'])], values(row['fr'])


def read_doid(path: Path):
    for row in rows(path):
        sctids = values(row['sctids'], ';')
        ids = [row['doid'], *(f'ORPHA:{code}' for code in values(row['ordo'], ';'))]
        # A disease with several codes is broader than each of them.
        if len(sctids) == 1:
            ids.append(sctids[0])
        yield 'doid', ids, [row['label'], *values(row['exact_synonyms'])], []


def read_gps(path: Path):
    for row in rows(path):
        yield 'gps', [row['sctid']], [row['term_without_tag']], []


def read_ips(path: Path):
    for row in rows(path):
        yield 'ips', [row['sctid']], [row['preferred_term']], []


def read_seed(path: Path):
    """Abbreviations are left out: most have several meanings, and the service expands them before it embeds."""
    for row in rows(path):
        english = [row['en'], *values(row.get('en_synonyms'))]
        yield 'seed', [row['sctid']], english, [*values(row['fr']), *values(row.get('fr_synonyms'))]


def read_vocabulary(path: Path):
    """Everyday words of models/train/vocabulary: two columns, `en` and `fr`."""
    for number, row in enumerate(rows(path)):
        yield 'vocabulary', [f'{path.stem}:{number}'], values(row['en']), values(row['fr'])


READERS = {
    'orphanet_en_fr.tsv': read_orphanet,
    'hpo_en_fr.tsv': read_hpo,
    'doid_terms.tsv': read_doid,
    'gps.tsv': read_gps,
    'ips_free_sets.tsv': read_ips,
}


def find_sources(data: list[Path], seed: Path | None, vocabulary: Path | None):
    """The files to read with their readers; a data folder is searched for the names of READERS."""
    found = [(folder / name, reader) for folder in data for name, reader in READERS.items() if (folder / name).exists()]
    if seed:
        found += [(path, read_seed) for path in sorted(seed.glob('*.tsv'))]
    if vocabulary:
        found += [(path, read_vocabulary) for path in sorted(vocabulary.glob('*.tsv'))]
    return found


class _Union:
    def __init__(self):
        self.parent = {}

    def find(self, item):
        root = item
        while self.parent.setdefault(root, root) != root:
            root = self.parent[root]
        while self.parent[item] != root:
            self.parent[item], item = root, self.parent[item]
        return root

    def join(self, one, other):
        self.parent[self.find(one)] = self.find(other)


def read_groups(sources) -> list[Group]:
    """Joins entries that share an identifier or the same English preferred name (one idea in several files)."""
    union, entries = _Union(), []
    for path, reader in sources:
        for source, ids, english, french in reader(path):
            entries.append((source, ids[0], english, french))
            for other in ids[1:]:
                union.join(other, ids[0])
            if english:
                union.join('name ' + key_of(english[0]), ids[0])
    groups: dict[str, Group] = {}
    for source, first, english, french in entries:
        group = groups.setdefault(union.find(first), Group())
        group.sources.add(source)
        for names, known in ((english, group.en), (french, group.fr)):
            keys = {key_of(name) for name in known}
            for name in names:
                if key_of(name) and key_of(name) not in keys:
                    keys.add(key_of(name))
                    known.append(name)
    return list(groups.values())


def link_kin(groups: list[Group]) -> None:
    """Finds the groups that share a name: perhaps one idea in several files, so never negatives of each other.

    Short or upper-case names are abbreviations, and a name of more than four groups is a class: neither links.
    """
    owners: dict[str, list[int]] = {}
    for number, group in enumerate(groups):
        for key in {key_of(name) for name in group.en + group.fr if len(name) >= 5 and not name.isupper()}:
            owners.setdefault(key, []).append(number)
    union = _Union()
    for numbers in owners.values():
        if len(numbers) <= 4:
            for number in numbers[1:]:
                union.join(number, numbers[0])
    for number, group in enumerate(groups):
        group.kin = union.find(number)


def hold_out(groups: list[Group], share: float, seed: int) -> tuple[list[Group], list[Group]]:
    """Splits off a share of the kins; those of the seed stay in training, since the service always holds them."""
    ours = {group.kin for group in groups if group.sources & {'seed', 'vocabulary'}}
    order = sorted({group.kin for group in groups} - ours)
    random.Random(seed).shuffle(order)
    held = set(order[:int(len(order) * share)])
    return [group for group in groups if group.kin not in held], [group for group in groups if group.kin in held]


def hold_out_synonyms(groups: list[Group], share: float, seed: int) -> list[tuple[Group, str]]:
    """Takes one synonym each, French or English, out of a share of the seed's groups; the groups keep the others."""
    rng, taken = random.Random(seed), []
    for group in groups:
        if 'seed' not in group.sources or rng.random() >= share:
            continue
        names = rng.choice([group.en, group.fr])
        if len(names) > 1:
            taken.append((group, names.pop(rng.randrange(1, len(names)))))
    return taken
