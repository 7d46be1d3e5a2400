"""Writes the model directory: the sentence-transformers ONNX layout, with our own tokenizer named in it."""

import hashlib
import json
from pathlib import Path

import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from features import MAX_N, MIN_N, text_ids
from files import write_json
from network import embed

MAX_TOKENS = 1024

# Written for this check: folding, ligatures, apostrophes, digits, units, texts without a word.
CHECK_TEXTS = [
    'fever', 'Fièvre', 'œdème du membre inférieur gauche', 'oedema of left lower limb', "insuffisance cardiaque d'effort",
    'type 2 diabetes mellitus', 'HbA1c 7,2 %', 'ANÉMIE FERRIPRIVE', 'hypokaliémie', 'β-thalassaemia', 'ﬁbrillation auriculaire',
    'COVID-19', 'x', '+++', 'ulcère gastro‑duodénal', 'e\u0301panchement pleural', 'Sjögren’s syndrome', '１２ cm mass',
]


def round_rows(network) -> tuple[torch.Tensor, torch.Tensor]:
    """Rounds each row to 8 bits with a scale of its own, in the network too, so that what is measured is what ships."""
    rows = network.bag.weight.data
    scales = rows.abs().amax(dim=1).clamp(min=1e-12) / 127
    whole = (rows / scales.unsqueeze(1)).round().to(torch.int8)
    network.bag.weight.data = whole.float() * scales.unsqueeze(1)
    return whole, scales


def graph_of(whole: torch.Tensor, scales: torch.Tensor) -> onnx.ModelProto:
    """input_ids, attention_mask [batch, tokens] -> sentence_embedding [batch, dimensions] of length 1."""
    dimensions = whole.shape[1]
    node = helper.make_node
    nodes = [
        node('Gather', ['rows', 'input_ids'], ['row_bytes']),
        node('Cast', ['row_bytes'], ['row_values'], to=TensorProto.FLOAT),
        node('Gather', ['scales', 'input_ids'], ['row_scales']),
        node('Cast', ['attention_mask'], ['mask'], to=TensorProto.FLOAT),
        node('Mul', ['row_scales', 'mask'], ['weights']),
        node('Unsqueeze', ['weights', 'axis_1'], ['weight_rows']),
        node('MatMul', ['weight_rows', 'row_values'], ['sum_rows']),
        node('Squeeze', ['sum_rows', 'axis_1'], ['sum']),
        node('ReduceL2', ['sum'], ['length'], axes=[1], keepdims=1),
        node('Max', ['length', 'smallest'], ['divisor']),
        node('Div', ['sum', 'divisor'], ['sentence_embedding']),
    ]
    inputs = [helper.make_tensor_value_info(n, TensorProto.INT64, ['batch', 'tokens']) for n in ('input_ids', 'attention_mask')]
    outputs = [helper.make_tensor_value_info('sentence_embedding', TensorProto.FLOAT, ['batch', dimensions])]
    constants = [
        numpy_helper.from_array(whole.numpy(), 'rows'),
        numpy_helper.from_array(scales.numpy(), 'scales'),
        helper.make_tensor('axis_1', TensorProto.INT64, [1], [1]),
        helper.make_tensor('smallest', TensorProto.FLOAT, [1], [1e-12]),
    ]
    graph = helper.make_graph(nodes, 'character_ngram_bag', inputs, outputs, constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid('', 17)], producer_name='models/train')
    model.ir_version = 9
    onnx.checker.check_model(model)
    return model


def write_model(out: Path, network, options, sources, figures: dict, rounded) -> None:
    """Writes everything but the model card, which is written by hand."""
    whole, scales = rounded
    write_json(out / 'config.json', {
        'model_type': 'character-ngram-bag', 'hidden_size': options.dimensions, 'vocab_size': options.buckets + 1,
    })
    write_json(out / 'modules.json', [{'idx': 0, 'name': '0', 'path': '', 'type': 'CharacterNgramBag'}])
    write_json(out / 'sentence_bert_config.json', {'max_seq_length': MAX_TOKENS, 'do_lower_case': False})
    write_json(out / 'tokenizer_config.json', {
        'tokenizer_class': 'CharacterNgramTokenizer', 'buckets': options.buckets, 'min_n': MIN_N, 'max_n': MAX_N,
        'model_max_length': MAX_TOKENS,
    })
    (out / 'onnx').mkdir(parents=True, exist_ok=True)
    onnx.save(graph_of(whole, scales), out / 'onnx' / 'model.onnx')
    ids = [text_ids(text, options.buckets, MAX_TOKENS) for text in CHECK_TEXTS]
    vectors = [[round(x, 7) for x in row] for row in embed(network, ids).tolist()]
    checks = [{'text': t, 'ids': i, 'vector': v} for t, i, v in zip(CHECK_TEXTS, ids, vectors)]
    lines = ',\n'.join(json.dumps(check, ensure_ascii=False) for check in checks)
    (out / 'check.json').write_text(f'[\n{lines}\n]\n', encoding='utf-8')
    write_json(out / 'training.json', {
        'options': {k: v for k, v in vars(options).items() if isinstance(v, (int, float))},
        'figures': figures,
        'sources': {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path, _ in sources},
    })
