/** What a file of a release is, seen from its first lines: names differ from country to country, columns do not. */

import type { ReleaseFile } from './files.js';
import { findListColumns, isExplicit, LIST_WANTED, type ListColumns } from './list-format.js';
import { columnsOf, RF2_FORMATS, type Rf2Format, type Rf2View } from './rf2-format.js';

/** What a file turned out to be; `ignored` says why it gives nothing. */
export type Recognised =
  | { readonly as: 'rf2'; readonly format: Rf2Format; readonly view: Rf2View }
  | { readonly as: 'list'; readonly columns: ListColumns }
  | { readonly as: 'ignored'; readonly reason: string };

/** Enough for two lines. */
const HEAD_BYTES = 8_192;
const UTF16 = /^(?:\xff\xfe|\xfe\xff)/;
const DEFINITION = '900000000000550004';
const STATED = '900000000000010007';
const SEED_COLUMNS = /^sctid\tsemantic_tag\tchronic\t/;

/** Reads the first lines of a file and says what it is. */
export async function recognise(file: ReleaseFile): Promise<Recognised> {
  const { path, name } = file;
  if (/(^|\/)__MACOSX\//.test(path) || /^\._|^\.DS_Store$/.test(name)) return ignored('left behind by macOS');
  if (/\.zip$/i.test(name)) return ignored('a zip inside: unpack it, and name it beside the others');
  let head: Buffer;
  try {
    head = await readHead(file);
  } catch (error) {
    return ignored(`cannot be read (${error instanceof Error ? error.message : 'no reason given'})`);
  }
  if (UTF16.test(head.toString('latin1', 0, 2))) return ignored('its text is UTF-16: save it as UTF-8');
  const [header = '', first = ''] = head
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/);
  return byName(file, byColumns(file, header, first));
}

function byColumns(file: ReleaseFile, header: string, first: string): Recognised {
  const columns = columnsOf(header);
  const format = RF2_FORMATS.find(({ cells }) => cells.map(({ column }) => column).join('\t') === columns.join('\t'));
  if (format !== undefined) return rf2(file, format, first.split('\t'));
  const list = findListColumns(columns);
  if (list !== null && (file.named || isExplicit(columns))) return { as: 'list', columns: list };
  if (['effectiveTime', 'active', 'moduleId'].every((column) => columns.includes(column))) {
    const kind = columns.includes('refsetId') ? 'a reference set' : 'an RF2 table';
    return ignored(`${kind} that gives no names`);
  }
  if (SEED_COLUMNS.test(header)) return ignored('in the format of the seed: load it with import -- tsv');
  return ignored(`no column of SCTIDs (${LIST_WANTED.id}) and names (${LIST_WANTED.names}), and no table of RF2`);
}

/** Definitions have the columns of names, stated relationships those of inferred ones; the first row tells. */
function rf2(file: ReleaseFile, format: Rf2Format, row: readonly string[]): Recognised {
  const is = (column: string, value: string) => row[format.cells.findIndex((cell) => cell.column === column)] === value;
  if (format.table === 'descriptions' && (is('typeId', DEFINITION) || /_TextDefinition_/.test(file.name)))
    return ignored('definitions, which are no names');
  if (format.table === 'relationships' && (is('characteristicTypeId', STATED) || /_Stated/.test(file.name)))
    return ignored('relationships as stated; the inferred ones are read');
  return { as: 'rf2', format, view: viewOf(file) };
}

/** A file with the name of a table but other columns is at fault, which is said; it is not left out. */
function byName(file: ReleaseFile, found: Recognised): Recognised {
  if (found.as !== 'ignored') return found;
  const format = RF2_FORMATS.find(({ names }) => names.test(file.name));
  return format === undefined || /_(TextDefinition|Stated\w*)_/.test(file.name)
    ? found
    : { as: 'rf2', format, view: viewOf(file) };
}

/** By the name, as in "UKCLSnapshot", or by the folder; a table that says neither holds its present state. */
function viewOf({ name, path }: ReleaseFile): Rf2View {
  const found = /(Snapshot|Full|Delta)(?=[-_.]|$)/.exec(name) ?? /(?:^|\/)(Snapshot|Full|Delta)\//i.exec(path);
  const view = found?.[1]?.toLowerCase();
  if (view === 'full') return 'Full';
  return view === 'delta' ? 'Delta' : 'Snapshot';
}

async function readHead(file: ReleaseFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of (await file.open()) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= HEAD_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, HEAD_BYTES);
}

function ignored(reason: string): Recognised {
  return { as: 'ignored', reason };
}
