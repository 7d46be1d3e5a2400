/** Names of resources: the same note of the same patient gives the same ones. */

import { v5 } from 'uuid';
import type { ExtractEntry } from '../app/extract.js';
import type { Request } from './request.js';

/** Namespace of the service (RFC 9562). */
const SERVICE = '5b0b3d0e-0f0c-5c55-9b5a-3f0f6f3f7c1e';

/** @returns what gives a UUID of version 5 for a name; a name that comes again gets another */
export function identities({ text, patient, note_date }: Request): (name: string) => string {
  const note = v5(JSON.stringify([text, patient ?? null, note_date ?? null]), SERVICE);
  const seen = new Map<string, number>();
  return (name) => {
    const times = seen.get(name) ?? 0;
    seen.set(name, times + 1);
    return v5(times === 0 ? name : `${name}#${times}`, note);
  };
}

export function nameOf({ start, end, code }: ExtractEntry): string {
  return `${start}-${end} ${code ?? ''}`;
}
