"""Other annotators on the terms and notes of a bench: what a note costs each of them.

Reads one JSON object from standard input:
  terms   [SCTID, term, whether it is the preferred one], for each term of the terminology
  before  notes that each annotator meets first, and may learn from
  notes   notes that are measured
Writes one JSON object a line: name, seconds (of CPU, for all measured notes), found (spans in them).
Needs what requirements.txt names.
"""

import json
import logging
import re
import sys
import tempfile
from pathlib import Path
from time import process_time

import numpy as np
import pandas as pd
import spacy
from iamsystem import ESpellWiseAlgo, Keyword, Matcher
from medcat.cat import CAT
from medcat.cdb import CDB
from medcat.config import Config
from medcat.model_creation.cdb_maker import CDBMaker
from medcat.vocab import Vocab

WORD = re.compile(r"\w+")
# The size of the word vectors of MedCAT's own models.
WORD_VECTOR = 300


def medcat(terms, before):
    """MedCAT with a spaCy pipeline that only tokenizes, and contexts learnt without labels from the notes before."""
    pipeline = Path(tempfile.mkdtemp()) / "en_blank"
    spacy.blank("en").to_disk(pipeline)
    config = Config()
    config.general.nlp.provider = "spacy"
    config.general.nlp.modelname = str(pipeline)
    rows = [{"cui": code, "name": term, "name_status": "P" if preferred else "A"} for code, term, preferred in terms]
    cdb: CDB = CDBMaker(config).prepare_csvs([pd.DataFrame(rows)], full_build=False)
    cat = CAT(cdb, vocabulary([term for _, term, _ in terms] + before))
    cat.trainer.train_unsupervised(before)
    return lambda note: len(cat.get_entities(note)["entities"])


def vocabulary(texts):
    """Words with vectors that mean nothing: they cost what others do."""
    random = np.random.default_rng(1)
    vocab = Vocab()
    for text in texts:
        for word in WORD.findall(text.lower()):
            if word in vocab:
                vocab.inc_wc(word)
            else:
                vocab.add_word(word, 1, random.standard_normal(WORD_VECTOR))
    vocab.init_cumsums()
    return vocab


def iamsystem(terms, _before):
    """IAMsystem with words that are one edit away, from five letters on."""
    keywords = [Keyword(label=term) for _, term, _ in terms]
    fuzzy = [{"measure": ESpellWiseAlgo.LEVENSHTEIN, "max_distance": 1, "min_nb_char": 5}]
    matcher = Matcher.build(keywords=keywords, spellwise=fuzzy)
    return lambda note: len(matcher.annot_text(text=note))


def trie(terms, _before):
    """The longest terms from the left, word by word, letter case aside."""
    root = {}
    for code, term, _ in terms:
        node = root
        for word in WORD.findall(term.lower()):
            node = node.setdefault(word, {})
        node.setdefault(None, code)

    def annotate(note):
        words = WORD.findall(note.lower())
        found = at = 0
        while at < len(words):
            node, end = root, at
            for ahead in range(at, len(words)):
                node = node.get(words[ahead])
                if node is None:
                    break
                if None in node:
                    end = ahead + 1
            found += end > at
            at = max(end, at + 1)
        return found

    return annotate


def main():
    logging.disable(logging.WARNING)
    given = json.load(sys.stdin)
    for name, build in [("MedCAT", medcat), ("iamsystem, Levenshtein", iamsystem), ("exact trie", trie)]:
        annotate = build(given["terms"], given["before"])
        for note in given["before"]:
            annotate(note)
        began = process_time()
        found = sum(annotate(note) for note in given["notes"])
        print(json.dumps({"name": name, "seconds": process_time() - began, "found": found}), flush=True)


if __name__ == "__main__":
    main()
