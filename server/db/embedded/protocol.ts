/** The messages of the PostgreSQL wire protocol (version 3.0) that sharing one session needs, built and read. */

/** Where a session stands after an exchange: idle, in a transaction, in a failed transaction. */
export type SessionStatus = 'I' | 'T' | 'E';

const HEADER_BYTES = 5;

/** One typed message: type, length, body. */
export function message(type: string, body: Buffer = Buffer.alloc(0)): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write(type, 0, 'latin1');
  header.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([header, body]);
}

export const SYNC = message('S');

/** PostgreSQL drops a stray CopyFail, and a COPY FROM STDIN that waits for data reads it and fails cleanly. */
export const COPY_REFUSED = message(
  'f',
  cString('the embedded database takes no COPY data; use INSERT, or a PostgreSQL server'),
);

export function simpleQuery(sql: string): Buffer {
  return message('Q', cString(sql));
}

export function closeStatement(name: string): Buffer {
  return message('C', Buffer.concat([Buffer.from('S', 'latin1'), cString(name)]));
}

export function readyForQuery(status: SessionStatus): Buffer {
  return message('Z', Buffer.from(status, 'latin1'));
}

/** An ErrorResponse; `code` is an SQLSTATE. After severity FATAL the caller closes the connection. */
export function errorResponse(severity: 'ERROR' | 'FATAL', code: string, text: string): Buffer {
  const fields = [`S${severity}`, `V${severity}`, `C${code}`, `M${text}`].map(cString);
  return message('E', Buffer.concat([...fields, Buffer.alloc(1)]));
}

/** The status in the ReadyForQuery that ends a response, or undefined where the exchange is not over. */
export function readyStatus(response: Buffer): SessionStatus | undefined {
  const at = response.length - HEADER_BYTES - 1;
  if (at < 0 || response[at] !== 0x5a || response.readInt32BE(at + 1) !== HEADER_BYTES) {
    return undefined;
  }
  return String.fromCharCode(response[at + HEADER_BYTES] ?? 0) as SessionStatus;
}

/** The messages of a response that have one of the types, in order, each with its header. */
export function messagesOf(response: Buffer, types: string): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at + HEADER_BYTES <= response.length; ) {
    const next = at + 1 + response.readInt32BE(at + 1);
    if (types.includes(String.fromCharCode(response[at] ?? 0))) {
      found.push(response.subarray(at, next));
    }
    at = next;
  }
  return found;
}

function cString(text: string): Buffer {
  return Buffer.from(`${text}\0`, 'utf8');
}
