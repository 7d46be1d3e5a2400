"""Writes a subword model in the sentence-transformers ONNX layout, with full and with 8-bit weights, to compare it."""

from pathlib import Path

import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch.nn import functional

from files import write_json


class Graph(torch.nn.Module):
    """input_ids, attention_mask [batch, tokens] -> token vectors for mean pooling, or the summed rows of a static model."""

    def __init__(self, network: torch.nn.Module):
        super().__init__()
        self.network = network

    def forward(self, input_ids, attention_mask):
        if hasattr(self.network, 'tokens'):
            return self.network.tokens(input_ids, attention_mask)
        rows = functional.embedding(input_ids, self.network.bag.weight)
        return rows * attention_mask.unsqueeze(2).float()


def write_standard_model(out: Path, model, options) -> None:
    """Writes `out` and `out`-int8, which differ in `onnx/model.onnx` only."""
    for folder in (out, out.with_name(f'{out.name}-int8')):
        (folder / 'onnx').mkdir(parents=True, exist_ok=True)
        model.tokenizer.save(str(folder / 'tokenizer.json'))
        write_json(folder / 'tokenizer_config.json', {'tokenizer_class': 'PreTrainedTokenizerFast', 'pad_token': '[PAD]'})
        write_json(folder / 'config.json', {'model_type': options.architecture, 'hidden_size': options.dimensions})
        write_json(folder / 'sentence_bert_config.json', {'max_seq_length': 64, 'do_lower_case': False})
        write_json(folder / '1_Pooling' / 'config.json', {
            'word_embedding_dimension': options.dimensions, 'pooling_mode_mean_tokens': True, 'include_prompt': True,
        })
        write_json(folder / 'modules.json', [
            {'idx': 0, 'name': '0', 'path': '', 'type': 'sentence_transformers.models.Transformer'},
            {'idx': 1, 'name': '1', 'path': '1_Pooling', 'type': 'sentence_transformers.models.Pooling'},
        ])
    full, small = out / 'onnx' / 'model.onnx', out.with_name(f'{out.name}-int8') / 'onnx' / 'model.onnx'
    example = torch.ones(2, 7, dtype=torch.long)
    example[1, 5:] = 0
    torch.onnx.export(
        Graph(model.network.eval()), (example, example), str(full), dynamo=False, opset_version=17,
        input_names=['input_ids', 'attention_mask'], output_names=['token_embeddings'],
        dynamic_axes={name: {0: 'batch', 1: 'tokens'} for name in ('input_ids', 'attention_mask', 'token_embeddings')},
    )
    quantize_dynamic(str(full), str(small), weight_type=QuantType.QInt8)
