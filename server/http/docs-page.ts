/** `/docs`: the OpenAPI document, the context policies and the error codes as one page without script or outside resource. */

import { AXES } from '../domain/axes.js';
import { ERRORS, type ErrorCode } from '../errors.js';
import type { HttpLimits } from './context.js';
import { ERROR_GUIDE } from './error-guide.js';
import { INTENDED_USE, OPERATIONS, type Operation, openapiDocument } from './openapi.js';
import { POLICIES, type PolicyExample } from './policies.js';

export const DOCS_STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1b1f24; background: #fff; }
h1, h2, h3 { line-height: 1.2; } h2 { margin-top: 2.5rem; border-bottom: 1px solid #d0d7de; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; padding: .4rem .6rem; border-bottom: 1px solid #d0d7de; }
code, pre { font: 14px/1.45 ui-monospace, monospace; background: #f2f4f7; border-radius: 4px; } code { padding: .1em .3em; }
pre { padding: .8rem; overflow-x: auto; } .use { border-left: 4px solid #b35900; padding: .6rem 1rem; background: #fff6ec; }
mark { background: #ffe8a3; } li { margin-bottom: .8rem; }`;

interface Property {
  /** Another schema of the document, in the place of all others. */
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly description?: string;
  readonly items?: Property;
  /** A shape or null. */
  readonly anyOf?: readonly Property[];
  readonly properties?: Readonly<Record<string, Property>>;
  readonly required?: readonly string[];
}

/** Renders the page for the limits of this process. */
export function renderDocs(limits: HttpLimits): string {
  const document = openapiDocument(limits);
  const body = [
    `<h1>${escapeHtml(document.info.title)}</h1>`,
    `<p class="use"><strong>Intended use.</strong> ${escapeHtml(INTENDED_USE)}</p>`,
    `<p>${inline(document.info.description)}</p>`,
    '<p>Authentication: <code>Authorization: Bearer &lt;API_KEY&gt;</code>. Machine-readable: <code>/openapi.json</code>.</p>',
    ...OPERATIONS.map((operation) => renderOperation(operation, document.components.schemas)),
    '<h2>Context policies</h2>',
    '<p>How a note is read where it leaves a choice. The span is marked.</p>',
    `<ol>${POLICIES.map(({ rule, examples }) => `<li>${escapeHtml(rule)}<br>${examples.map(renderExample).join('<br>')}</li>`).join('')}</ol>`,
    '<h2>Errors</h2>',
    '<p>Every error body is <code>{"error":{"code","message","request_id","details"?}}</code>.</p>',
    renderErrors(),
  ];
  return `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(document.info.title)}</title><style>${DOCS_STYLE}</style></head><body>\n${body.join('\n')}\n</body></html>\n`;
}

function renderOperation(operation: Operation, schemas: Readonly<Record<string, object>>): string {
  return [
    `<h2>${escapeHtml(operation.summary)}</h2>`,
    `<p><code>POST ${escapeHtml(operation.path)}</code></p><p>${inline(operation.description)}</p>`,
    operation.otherLines === undefined ? '<h3>Request</h3>' : '<h3>Each line of the request</h3>',
    renderProperties(resolved(schemas[operation.request] as Property, schemas)),
    `<pre>${escapeHtml(JSON.stringify(operation.requestExample, null, 2))}</pre>`,
    ...[operation.answer, ...(operation.otherLines ?? [])].flatMap((name) => [
      operation.otherLines === undefined ? '<h3>Answer</h3>' : `<h3>Line of the answer: ${escapeHtml(name)}</h3>`,
      renderProperties(schemas[name] as Property),
    ]),
    `<pre>${escapeHtml(JSON.stringify(operation.answerExample, null, 2))}</pre>`,
  ].join('\n');
}

/** The schema with those that its members point at in their places. */
function resolved(schema: Property, schemas: Readonly<Record<string, object>>): Property {
  const members = Object.entries(schema.properties ?? {}).map(([name, member]) => {
    const id = member.$ref?.split('/').at(-1);
    return [name, id === undefined ? member : (schemas[id] as Property)];
  });
  return { ...schema, properties: Object.fromEntries(members) };
}

function renderProperties(schema: Property): string {
  const rows = propertyRows(schema, '');
  return `<table><tr><th>Member</th><th>Type</th><th>Meaning</th></tr>${rows.join('')}</table>`;
}

function propertyRows(schema: Property, path: string): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const full = `${path}${name}`;
    const need = schema.required?.includes(name) ? '' : ', optional';
    const row = `<tr><td><code>${escapeHtml(full)}</code></td><td>${escapeHtml(typeOf(property) + need)}</td><td>${inline(property.description ?? '')}</td></tr>`;
    const shape = property.anyOf?.[0] ?? property;
    const inner = shape.items ? propertyRows(shape.items, `${full}[].`) : propertyRows(shape, `${full}.`);
    return [row, ...inner];
  });
}

function typeOf(property: Property): string {
  if (property.enum) return property.enum.join(', ');
  if (property.anyOf) return property.anyOf.map(typeOf).join(' or ');
  return [property.type ?? 'object'].flat().join(' or ');
}

function renderExample({ sentence, axes }: PolicyExample): string {
  const marked = escapeHtml(sentence).replace('[', '<mark>').replace(']', '</mark>');
  const values = AXES.filter((axis) => axes[axis] !== undefined).map((axis) => `${axis} ${axes[axis] ?? 'null'}`);
  return `<q>${marked}</q>: ${escapeHtml(values.join(', '))}`;
}

function renderErrors(): string {
  const rows = (Object.keys(ERRORS) as ErrorCode[]).map((code) => {
    const { when, todo } = ERROR_GUIDE[code];
    return `<tr><td>${ERRORS[code].status}</td><td><code>${code}</code></td><td>${inline(when)}</td><td>${inline(todo)}</td></tr>`;
  });
  return `<table><tr><th>HTTP</th><th>Code</th><th>When</th><th>What to do</th></tr>${rows.join('')}</table>`;
}

/** Escapes, and turns `backticks` into code. */
function inline(text: string): string {
  return escapeHtml(text)
    .split('`')
    .map((part, index) => (index % 2 === 1 ? `<code>${part}</code>` : part))
    .join('');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
