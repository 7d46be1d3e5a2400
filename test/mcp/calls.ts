/** Calls of tools as an assistant makes them, over whatever transport. */

import assert from 'node:assert/strict';
import type { Client } from '@modelcontextprotocol/client';
import type { z } from 'zod';
import type { Candidate } from '../../server/domain/candidate.js';
import type { extractAnswerSchema } from '../../server/http/answer-schemas.js';
import type { ErrorBody } from '../../server/http/envelope.js';

type Extracted = z.infer<typeof extractAnswerSchema>;
type Arguments = Readonly<Record<string, unknown>>;

export interface Structured extends Extracted {
  readonly concepts: readonly Candidate[];
  readonly meta: NonNullable<Extracted['meta']>;
}

/** The text and the object of an answer. */
export async function called(client: Client, name: string, given: Arguments) {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: given });
  const [first] = content;
  assert.ok(first?.type === 'text');
  return { content: first.text, structuredContent, isError };
}

/** The object of an answer that is no error; the client has compared it with the schema of the tool. */
export async function structured(client: Client, name: string, given: Arguments): Promise<Structured> {
  const { content, structuredContent, isError } = await called(client, name, given);
  assert.ok(!isError, content);
  return structuredContent as unknown as Structured;
}

/** The error of a call that is refused. */
export async function refused(client: Client, name: string, given: Arguments) {
  const { content, isError } = await called(client, name, given);
  assert.equal(isError, true);
  return { text: content, error: (JSON.parse(content) as ErrorBody).error };
}
