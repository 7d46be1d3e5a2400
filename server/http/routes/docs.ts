/** `/openapi.json` and `/docs`: the API describes itself, with the limits of this process. */

import { createHash } from 'node:crypto';
import type { HttpLimits, HttpMiddleware } from '../context.js';
import { DOCS_STYLE, renderDocs } from '../docs-page.js';
import { openapiText } from '../openapi.js';

/** The document, made once. */
export function apiDocument(limits: HttpLimits): HttpMiddleware {
  const text = openapiText(limits);
  return (ctx) => {
    ctx.type = 'application/json';
    ctx.body = text;
  };
}

/** The page, made once; it may load nothing, run nothing and be framed nowhere. */
export function docsPage(limits: HttpLimits): HttpMiddleware {
  const page = renderDocs(limits);
  const style = createHash('sha256').update(DOCS_STYLE).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${style}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  return (ctx) => {
    ctx.set('Content-Security-Policy', policy);
    ctx.set('Referrer-Policy', 'no-referrer');
    ctx.type = 'html';
    ctx.body = page;
  };
}
