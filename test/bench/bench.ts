/** `npm run bench -- NAME [ARGUMENTS]`: one measurement. Without a name: what can be measured. */

const BENCHES: Readonly<Record<string, readonly [args: string, what: string]>> = {
  batch: [
    '[COUNT [FILE.jsonl...]]',
    'POST /v1/extract/batch: notes a second beside eight callers of the single call, how long a single call takes beside it, its memory',
  ],
  builds: [
    '[FILE.jsonl...]',
    'whether answers differ between builds of the index, of which it makes three; set DATABASE_URL, and SCREEN_MB=0 for none',
  ],
  bulk: [
    '[NOTES] [KILLS] [PG_KILLS] [LINES]',
    'notes a second of bulk work by one worker and two, then with kill -9 of workers and PostgreSQL; set DATABASE_URL and POSTGRES_DIR',
  ],
  concepts: ['FILE.jsonl...', 'extraction of concepts from notes of each length, and by eight callers at once'],
  'concepts-http': [
    'FILE.jsonl...',
    'requests for concepts to a service that is started for it, of this version or (PROGRAM) another, on PostgreSQL',
  ],
  contexts: ['', 'analysis of contexts inside one process, on one core'],
  'contexts-http': [
    '[MAIN.js]',
    'requests for contexts to a service that is started for it, of this version or another',
  ],
  deploy: [
    '[ROUNDS]',
    'a rolling restart of three processes behind a proxy under load: failed requests; set DATABASE_URL',
  ],
  gps: [
    'FILE [COUNT] [LIST...]',
    'writes a file like the Global Patient Set of today, with the real concepts of the lists and invented ones',
  ],
  healthz: [
    'URL FILE.jsonl...',
    'how long GET /healthz of a running service takes beside the longest notes; set API_KEY',
  ],
  import: [
    '[COUNT | FILE...]',
    'the import of an invented RF2 release, or of files, into the PostgreSQL of DATABASE_URL',
  ],
  linking: ['FILE...', 'labelled phrases, against exact look-up and the likeness of trigrams'],
  model: ['[DIR]', 'what the encoder costs on top of the network of a model'],
  overload: [
    '[PARTS]',
    'a service with its defaults, on its own database, asked for four times what it can answer: what is answered, refused, held and left undone',
  ],
  peers: ['FILE.jsonl...', 'notes a CPU second, of this service and of other annotators; set DATABASE_URL and PYTHON'],
  restarts: [
    '[ROUNDS]',
    'kill -9 of PostgreSQL under steady load: how requests end, and how soon it answers again; set DATABASE_URL and POSTGRES_DIR',
  ],
  scan: ['FILE.jsonl...', 'settings of the scan of the index, each with recall and time'],
  sigterm: ['[ROUNDS]', 'SIGTERM to a busy service: how long it takes to exit, and whether a request is lost'],
  soak: [
    '[MINUTES] [SHARE]',
    'a service with its defaults, on its own database, asked at a share of what it can answer: how its memory and its answers change',
  ],
  terminology: ['DIR [COUNT]', 'writes a large invented terminology into DIR, for measuring `concepts` on it'],
  vocabulary: ['[FILE.tsv]', 'how many names of medicines, brands, tests and imaging get their code'],
  variations: ['[COUNT]', 'how often terms are found as notes write them'],
};
const COLUMN = 28;

const [name = ''] = process.argv.splice(2, 1);
if (Object.hasOwn(BENCHES, name)) {
  await import(`./${name}.js`);
} else {
  const list = Object.entries(BENCHES).map(
    ([bench, [args, what]]) => `  ${`${bench} ${args}`.padEnd(COLUMN)}${what}\n`,
  );
  const out = name === '' ? process.stdout : process.stderr;
  out.write(`npm run bench -- NAME [ARGUMENTS]\n${list.join('')}`);
  process.exitCode = name === '' ? 0 : 2;
}
