/** Cases, and what checks of them found. */

import { type Kysely, sql } from 'kysely';
import type { CaseRow, Database } from './tables.js';

/** What a check is of: this draft as it is, on this version, with these cases. */
export interface CheckTarget {
  /** Empty for the active lexicon, else the draft. */
  readonly target: string;
  readonly version: number;
  readonly draftFingerprint: string;
  readonly casesFingerprint: string;
}

/** One axis that a check found wrong, or right at last; the members are the columns of `lexicon_check_details`. */
export interface CheckDetail {
  readonly change: 'broken' | 'failed' | 'fixed';
  readonly what: string;
  readonly text: string;
  readonly span: string;
  readonly axis: string;
  readonly expected: string;
  readonly before: string | null;
  readonly before_trigger: string | null;
  readonly after: string;
  readonly trigger: string | null;
}

/** How the cases and examples came out. */
export interface CheckResult {
  readonly passed: number;
  readonly failed: number;
  readonly broken: number;
  readonly fixed: number;
  readonly details: readonly CheckDetail[];
}

/** How long a process may take for a check before it counts as gone. */
const LEASE_SECONDS = 5;

/** Changes when a check may be due; one cheap statement, for polling. */
export async function readCheckMark(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ mark: string }>`
    SELECT concat_ws('/', (SELECT max(version) FROM lexicon_versions),
      (SELECT concat(count(*), ' ', max(changed_at)) FROM lexicon_cases),
      (SELECT string_agg(concat_ws(' ', d.name, d.created_at, d.changed_at, c.changes), '/' ORDER BY d.name) FROM lexicon_drafts d
        LEFT JOIN (SELECT draft, count(*) AS changes FROM lexicon_draft_changes GROUP BY draft) c ON c.draft = d.name)) AS mark`.execute(
    db,
  );
  return rows[0]?.mark ?? '';
}

/** What has no check as it is now: drafts first, for people wait for them. */
export async function dueChecks(db: Kysely<Database>): Promise<CheckTarget[]> {
  return readTargets(db, sql`NOT checked`);
}

/** What a check of the active lexicon (empty) or of a draft would be of; null when there is no such draft. */
export async function readCheckTarget(db: Kysely<Database>, target: string): Promise<CheckTarget | null> {
  return (await readTargets(db, sql`target = ${target}`))[0] ?? null;
}

async function readTargets(db: Kysely<Database>, wanted: ReturnType<typeof sql>): Promise<CheckTarget[]> {
  const { rows } = await sql<CheckTarget>`
    SELECT target, version, draft_fingerprint AS "draftFingerprint", cases_fingerprint AS "casesFingerprint"
    FROM lexicon_check_targets WHERE ${wanted} ORDER BY target = '', target`.execute(db);
  return rows;
}

/** Whether this process may run a check now: no other one is at it. A process that ends on the way holds others up for seconds. */
export async function takeCheck(db: Kysely<Database>, target: string): Promise<boolean> {
  // No lock: the embedded database has one session, and requests use it meanwhile.
  const { rows } = await sql`
    INSERT INTO lexicon_check_leases AS l (target, held_until)
    VALUES (${target}, clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}))
    ON CONFLICT (target) DO UPDATE SET held_until = excluded.held_until WHERE l.held_until < clock_timestamp()
    RETURNING target`.execute(db);
  return rows.length > 0;
}

/** Lets others run the check again. */
export async function giveBackCheck(db: Kysely<Database>, target: string): Promise<void> {
  await db.deleteFrom('lexicon_check_leases').where('target', '=', target).execute();
}

/** The enabled cases, and the fingerprint that tells exactly these. */
export async function readCases(db: Kysely<Database>): Promise<{ rows: CaseRow[]; fingerprint: string }> {
  const { rows } = await sql<{ fingerprint: string; cases: CaseRow[] | null }>`
    SELECT lexicon_cases_fingerprint() AS fingerprint, (SELECT jsonb_agg(jsonb_build_object('id', id, 'language', language, 'text', text,
      'span', span, 'occurrence', occurrence, 'note_date', note_date, 'assertion', assertion, 'subject', subject,
      'temporality', temporality, 'certainty', certainty, 'role', role) ORDER BY id) FROM lexicon_cases WHERE enabled) AS cases`.execute(
    db,
  );
  return { rows: rows[0]?.cases ?? [], fingerprint: rows[0]?.fingerprint ?? '' };
}

/** The version of the last check of a target, and which rows had wrong examples then; null when there is none. */
export async function lastCheck(
  db: Kysely<Database>,
  target: string,
): Promise<{ version: number; wrong: ReadonlySet<string> } | null> {
  const { rows } = await sql<{ version: number; wrong: string[] }>`
    SELECT version, ARRAY(SELECT r.what FROM jsonb_to_recordset(details) AS r (what text)) AS wrong
    FROM lexicon_checks WHERE target = ${target}`.execute(db);
  return rows[0] ? { version: rows[0].version, wrong: new Set(rows[0].wrong) } : null;
}

/** Keeps a check, unless its draft is gone; the lock of the draft's row makes one that is being dropped wait, or waits for it. */
export async function writeCheck(db: Kysely<Database>, of: CheckTarget, result: CheckResult): Promise<void> {
  const { passed, failed, broken, fixed } = result;
  await sql`
    INSERT INTO lexicon_checks (target, version, draft_fingerprint, cases_fingerprint, passed, failed, broken, fixed, details)
    SELECT ${of.target}::text, ${of.version}::int, ${of.draftFingerprint}::text, ${of.casesFingerprint}::text,
      ${passed}::int, ${failed}::int, ${broken}::int, ${fixed}::int, ${JSON.stringify(result.details)}::jsonb
    WHERE ${of.target}::text = '' OR EXISTS (SELECT FROM lexicon_drafts WHERE name = ${of.target}::text FOR KEY SHARE)
    ON CONFLICT (target) DO UPDATE SET version = excluded.version, draft_fingerprint = excluded.draft_fingerprint,
      cases_fingerprint = excluded.cases_fingerprint, passed = excluded.passed, failed = excluded.failed,
      broken = excluded.broken, fixed = excluded.fixed, details = excluded.details, checked_at = now()`.execute(db);
}
