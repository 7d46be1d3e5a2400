"""A subword tokenizer learnt from the names: word pieces of a Unigram model, as Hugging Face writes it in tokenizer.json.

Method: Kudo 2018, subword regularization; the `tokenizers` library. Lower case, accents removed, whitespace and punctuation cut.
"""

from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, trainers

PADDING, UNKNOWN = '[PAD]', '[UNK]'


def train_tokenizer(names: list[str], size: int) -> Tokenizer:
    """Learns at most `size` pieces from names; id 0 is padding."""
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFKD(), normalizers.StripAccents(), normalizers.Lowercase()])
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Punctuation(behavior='removed'), pre_tokenizers.Metaspace()]
    )
    trainer = trainers.UnigramTrainer(
        vocab_size=size, special_tokens=[PADDING, UNKNOWN], unk_token=UNKNOWN, show_progress=False
    )
    tokenizer.train_from_iterator(names, trainer)
    return tokenizer


def piece_ids(tokenizer: Tokenizer, text: str, limit: int) -> list[int]:
    """The ids of the pieces of a text, at least one and at most `limit`."""
    return tokenizer.encode(text).ids[:limit] or [tokenizer.token_to_id(UNKNOWN)]
