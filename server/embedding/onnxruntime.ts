/** The one door to onnxruntime-node: nothing loads it before its telemetry is off. */

import './no-telemetry.js';

export { InferenceSession, Tensor } from 'onnxruntime-node';
