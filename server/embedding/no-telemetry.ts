/**
 * Imported before onnxruntime-node is loaded (`onnxruntime.ts`), and before a thread is started that loads it. Since 1.29 the library asks for a
 * host of its maker's and keeps a device number under ~/.cache, unless this is set (microsoft/onnxruntime#27379). It reads the environment
 * of the process, which only the main thread can set: in a thread `process.env` is a copy.
 */
// biome-ignore lint/style/noProcessEnv: native code reads it there, and nowhere else.
process.env.ORT_DISABLE_TELEMETRY = '1';
