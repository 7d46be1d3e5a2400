"""Makes the fixture: a one-layer transformer with random weights, and the vectors that PyTorch gives for it.

Run in this folder with the packages of models/train/requirements.txt: python make.py
"""

import json
from pathlib import Path

import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

HERE = Path(__file__).parent
SIZE = 16
VOCAB = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', 'fever', 'chest', 'pain', 'cough', 'dou', '##leur', 'no', 'of', 'the']
# Words as the tokenizer must cut them.
TEXTS = {
    'Fever': ['fever'], 'chest pain': ['chest', 'pain'], 'douleur': ['dou', '##leur'], 'no cough': ['no', 'cough'],
    'zzz': ['[UNK]'], 'pain of the chest, fever': ['pain', 'of', 'the', 'chest', '[UNK]', 'fever'],
}


def forward(w, ids, mask):
    hidden = w['words'][ids] + w['types'][torch.zeros_like(ids)]
    scores = (hidden @ w['query']) @ (hidden @ w['key']).transpose(1, 2) + ((1 - mask.float()) * -1e9).unsqueeze(1)
    return hidden + scores.softmax(-1) @ (hidden @ w['value'])


def graph(w):
    node = helper.make_node
    nodes = [
        node('Gather', ['words', 'input_ids'], ['word']), node('Gather', ['types', 'token_type_ids'], ['type']),
        node('Add', ['word', 'type'], ['hidden']),
        *(node('MatMul', ['hidden', name], [name[0]]) for name in ('query', 'key', 'value')),
        node('Transpose', ['k'], ['kt'], perm=[0, 2, 1]), node('MatMul', ['q', 'kt'], ['raw']),
        node('Cast', ['attention_mask'], ['mask'], to=TensorProto.FLOAT), node('Sub', ['one', 'mask'], ['absent']),
        node('Mul', ['absent', 'low'], ['bias_row']), node('Unsqueeze', ['bias_row', 'axis'], ['bias']),
        node('Add', ['raw', 'bias'], ['scores']), node('Softmax', ['scores'], ['weights'], axis=-1),
        node('MatMul', ['weights', 'v'], ['mixed']), node('Add', ['hidden', 'mixed'], ['last_hidden_state']),
    ]
    inputs = ['input_ids', 'attention_mask', 'token_type_ids']
    constants = [numpy_helper.from_array(value.numpy(), name) for name, value in w.items()] + [
        helper.make_tensor('one', TensorProto.FLOAT, [1], [1.0]), helper.make_tensor('low', TensorProto.FLOAT, [1], [-1e9]),
        helper.make_tensor('axis', TensorProto.INT64, [1], [1]),
    ]
    shape = ['batch', 'tokens']
    model = helper.make_model(helper.make_graph(
        nodes, 'tiny', [helper.make_tensor_value_info(n, TensorProto.INT64, shape) for n in inputs],
        [helper.make_tensor_value_info('last_hidden_state', TensorProto.FLOAT, [*shape, SIZE])], constants,
    ), opset_imports=[helper.make_opsetid('', 17)])
    model.ir_version = 9
    onnx.checker.check_model(model)
    return model


def write(name, value):
    (HERE / name).parent.mkdir(exist_ok=True)
    (HERE / name).write_text(json.dumps(value, indent=1, ensure_ascii=False) + '\n', encoding='utf-8')


def main():
    torch.manual_seed(7)
    w = {name: torch.randn(SIZE, SIZE) / 4 for name in ('query', 'key', 'value')}
    w |= {'words': torch.randn(len(VOCAB), SIZE), 'types': torch.randn(2, SIZE)}
    (HERE / 'onnx').mkdir(exist_ok=True)
    onnx.save(graph(w), HERE / 'onnx' / 'model.onnx')
    expected = []
    for text, pieces in TEXTS.items():
        ids = torch.tensor([[VOCAB.index(piece) for piece in ['[CLS]', *pieces, '[SEP]']]])
        hidden = forward(w, ids, torch.ones_like(ids))[0]
        unit = [torch.nn.functional.normalize(v, dim=0).tolist() for v in (hidden.mean(0), hidden[0])]
        expected.append({'text': text, 'ids': ids[0].tolist(), 'mean': unit[0], 'cls': unit[1]})
    write('expected.json', expected)
    write('config.json', {'hidden_size': SIZE, 'vocab_size': len(VOCAB)})
    write('modules.json', [
        {'idx': 0, 'name': '0', 'path': '', 'type': 'sentence_transformers.models.Transformer'},
        {'idx': 1, 'name': '1', 'path': '1_Pooling', 'type': 'sentence_transformers.models.Pooling'},
        {'idx': 2, 'name': '2', 'path': '2_Normalize', 'type': 'sentence_transformers.models.Normalize'},
    ])
    write('1_Pooling/config.json', {'word_embedding_dimension': SIZE, 'pooling_mode_mean_tokens': True})
    write('sentence_bert_config.json', {'max_seq_length': 8, 'do_lower_case': False})
    write('tokenizer_config.json', {'tokenizer_class': 'BertTokenizer', 'pad_token': '[PAD]', 'unk_token': '[UNK]'})
    special = [{'id': i, 'content': VOCAB[i], 'single_word': False, 'lstrip': False, 'rstrip': False, 'normalized': False,
                'special': True} for i in range(4)]
    write('tokenizer.json', {
        'version': '1.0', 'added_tokens': special,
        'normalizer': {'type': 'BertNormalizer', 'clean_text': True, 'handle_chinese_chars': True, 'strip_accents': None,
                       'lowercase': True},
        'pre_tokenizer': {'type': 'BertPreTokenizer'},
        'post_processor': {
            'type': 'TemplateProcessing',
            'single': [{'SpecialToken': {'id': '[CLS]', 'type_id': 0}}, {'Sequence': {'id': 'A', 'type_id': 0}},
                       {'SpecialToken': {'id': '[SEP]', 'type_id': 0}}],
            'pair': [], 'special_tokens': {t: {'id': t, 'ids': [VOCAB.index(t)], 'tokens': [t]} for t in ('[CLS]', '[SEP]')},
        },
        'decoder': None,
        'model': {'type': 'WordPiece', 'unk_token': '[UNK]', 'continuing_subword_prefix': '##',
                  'max_input_chars_per_word': 100, 'vocab': {token: i for i, token in enumerate(VOCAB)}},
    })


main()
