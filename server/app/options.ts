/** What a service is opened with. */

import type { Config } from '../config.js';
import type { Progress } from '../domain/work.js';

export interface ServiceOptions {
  readonly config: Config;
  /** Whether this process is the service: it must own the embedded database, and brings lexicon, seed and model up to date. */
  readonly exclusive: boolean;
  readonly progress: Progress;
  /** Told about work that goes on once the service answers. */
  readonly besideProgress?: Progress;
  readonly onWarning: (code: string, message: string) => void;
  readonly onError: (error: unknown) => void;
}
