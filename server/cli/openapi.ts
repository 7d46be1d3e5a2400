/** `npm run openapi`: writes `docs/openapi.json` with the default limits. */

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseConfig } from '../config.js';
import { openapiText } from '../http/openapi.js';

const path = fileURLToPath(new URL('../../../docs/openapi.json', import.meta.url));
writeFileSync(path, openapiText(parseConfig({})));
process.stderr.write('docs/openapi.json is written.\n');
