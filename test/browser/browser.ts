/** A real Chromium for tests of the page, with a watch over everything that it must not do. */

import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import type { Database } from '../../server/db/tables.js';
import { rowsOf } from '../support/lexicon.js';

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** A page of its own for one test. */
export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** URLs of all requests so far. */
  readonly requests: string[];
  /** The bodies of the calls so far, by path. */
  readonly bodies: (path: string) => Record<string, unknown>[];
  /** Chooses an example or writes a note, analyses it, and waits for the answer. */
  readonly analyse: (note: string) => Promise<void>;
  /** What the page did that it must not do: foreign requests, violations, errors on the console. */
  readonly faults: () => Promise<string[]>;
}

export interface VisitOptions {
  readonly key?: string;
  readonly locale?: string;
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
}

let browser: Promise<Browser> | undefined;

/** Opens the page of a service in a fresh profile. */
export async function visit(url: string, options: VisitOptions = {}): Promise<Visit> {
  const { key, locale = 'en-GB', width = 1280, height = 900, colorScheme = 'light' } = options;
  browser ??= launch();
  const context = await (await browser).newContext({ locale, colorScheme, viewport: { width, height } });
  const page = await context.newPage();
  const { requests, posted, problems } = await watch(page, url);
  await page.goto(`${url}/workbench`);
  if (key !== undefined) await page.fill('#key', key);
  return {
    page,
    context,
    requests,
    bodies: (path) => posted.filter((each) => each.url.endsWith(path)).map((each) => each.body),
    analyse: async (note) => {
      await page.fill('#note', note);
      await analyseAgain(page);
    },
    faults: async () => [
      ...problems,
      ...requests.filter((each) => !each.startsWith(`${url}/`) && !each.startsWith('data:')),
      ...((await page.evaluate('globalThis.violations')) as string[]),
    ],
  };
}

function launch(): Promise<Browser> {
  assert.ok(existsSync(CHROMIUM), `There is no ${CHROMIUM}: apt-get install chromium, or set CHROMIUM_PATH.`);
  return chromium.launch({ executablePath: CHROMIUM });
}

async function watch(page: Page, url: string) {
  const requests: string[] = [];
  const problems: string[] = [];
  const posted: { url: string; body: Record<string, unknown> }[] = [];
  page.on('request', (request) => {
    requests.push(request.url());
    if (request.method() === 'POST') posted.push({ url: request.url(), body: request.postDataJSON() });
  });
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('dialog', (dialog) => {
    problems.push(`dialog ${dialog.type()}`);
    void dialog.dismiss();
  });
  await page.addInitScript(`globalThis.violations = [];
    addEventListener('securitypolicyviolation', (event) => globalThis.violations.push(event.violatedDirective));`);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url });
  return { requests, posted, problems };
}

/** Analyses what is in the form, and waits until the page has done so. */
export async function analyseAgain(page: Page): Promise<void> {
  await page.click('#run');
  await page.waitForSelector('#run[aria-disabled="false"]');
}

/** Has the next analysis compare with a draft of this name; empty for none. */
export async function chooseDraft(page: Page, name: string): Promise<void> {
  if (name === '') {
    await page.selectOption('#draft-choice', '');
    return;
  }
  await page.selectOption('#draft-choice', '+');
  await page.fill('#draft', name);
}

/** Asks again and again until it holds: an edit is served within half a second, a draft is checked within two, more on a busy machine. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; !(await holds()); waited += 200) {
    assert.ok(waited < 10_000, 'it never came to hold');
    await sleep(200);
  }
}

/** Waits until the running service has checked a draft as it is now. */
export async function untilChecked(db: Kysely<Database>, draft: string): Promise<void> {
  const state = `SELECT FROM lexicon_draft_status WHERE draft = '${draft}' AND state = 'checked'`;
  await until(async () => (await rowsOf(db, state)).length === 1);
}

/** The button of a span in the note. */
export function span(page: Page, words: string) {
  return page.locator('#reading [data-index]', { hasText: words }).first();
}

/** One axis in the panel. */
export function axis(page: Page, name: string) {
  return page.locator(`#details details[data-axis="${name}"]`);
}

/** The statement with this title among those that are shown. */
export function statement(page: Page, title: string) {
  return page.locator('.statement:visible', { hasText: title });
}

/** Saves a picture of the page, of what the window shows (`view`), or of a part down to a height in pixels, where SCREENSHOTS names a folder. */
export async function picture(page: Page, name: string, part = 'body', height?: number): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.png`);
  if (part === 'view') {
    await page.screenshot({ path });
    return;
  }
  await page.evaluate('scrollTo(0, 0)');
  const box = height === undefined ? null : await page.locator(part).boundingBox();
  if (box === null) await page.locator(part).screenshot({ path });
  else await page.screenshot({ path, fullPage: true, clip: { ...box, height: Math.min(height ?? 0, box.height) } });
}

after('close the browser', async () => {
  await (await browser?.catch(() => undefined))?.close();
});
