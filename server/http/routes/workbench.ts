/** `/workbench`: the page and its files, as they lie in `server/workbench`. */

import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { AppError } from '../../errors.js';
import type { HttpContext, HttpMiddleware } from '../context.js';

const PAGE = 'index.html';

/** The page loads its own files and calls its own origin; it runs nothing inline, and text never becomes HTML. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

export interface Workbench {
  readonly page: HttpMiddleware;
  /** Stands behind `/workbench/:file`. @throws AppError NOT_FOUND */
  readonly file: HttpMiddleware;
}

/** Reads the files of the folder once. */
export function workbench(dir: string): Workbench {
  const files = new Map(readdirSync(dir).map((name) => [name, readFileSync(join(dir, name))]));
  return {
    page: (ctx) => send(ctx, PAGE, files.get(PAGE)),
    file: (ctx) => {
      const name = String(ctx.params.file);
      send(ctx, name, name === PAGE ? undefined : files.get(name));
    },
  };
}

function send(ctx: HttpContext, name: string, content: Buffer | undefined): void {
  if (content === undefined) throw new AppError('NOT_FOUND');
  ctx.set('Content-Security-Policy', POLICY);
  ctx.set('Referrer-Policy', 'no-referrer');
  ctx.set('Cross-Origin-Resource-Policy', 'same-origin');
  ctx.type = extname(name);
  ctx.body = content;
}
