import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { allPages, inProject, type Page, readPage } from './pages.js';

const LINK = /\]\(([^)\s]+)\)/g;
/** A file of the project as a page or a comment names it, from the root; patterns are none. */
const MENTION = /(?<![\w./*-])(?:docs|lexicons|models|seed|server|sql|test)\/[\w./-]*\.[a-z]+\b(?![/*])/g;
const SCRIPT = /npm run (?:--silent )?([a-z][a-z:-]*)/g;

const pages = allPages('.md');
const sources = allPages('.ts');

/** What is found in the pages and is not there, each with the page that has it. */
function missing(from: readonly Page[], found: RegExp, isThere: (name: string, page: Page) => boolean): string[] {
  return from.flatMap((page) =>
    [...page.text.matchAll(found)]
      .map(([all, name = all]) => name)
      .filter((name) => !isThere(name, page))
      .map((name) => `${page.path}: ${name}`),
  );
}

/** The anchor of a heading, as GitHub makes it. */
function anchors({ text }: Page): Set<string> {
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading.toLowerCase());
  return new Set(headings.map((heading) => heading.replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-')));
}

function linkResolves(link: string, page: Page): boolean {
  if (/^https?:/.test(link)) return true;
  const [file = '', anchor] = link.split('#');
  const path = file === '' ? page.path : posix.join(posix.dirname(page.path), file);
  return existsSync(inProject(path)) && (anchor === undefined || anchors(readPage(path)).has(anchor));
}

describe('the documentation', () => {
  it('has links that lead somewhere', () => {
    assert.ok(pages.length > 15);
    assert.deepEqual(missing(pages, LINK, linkResolves), []);
  });

  it('names only files that there are, in pages and in sources', () => {
    const isThere = (name: string) => existsSync(inProject(name));
    assert.deepEqual(missing(pages, MENTION, isThere), []);
    assert.deepEqual(missing(sources, /(?<![\w./-])docs\/[\w.-]+\.[a-z]+\b|lexicons\/README\.md/g, isThere), []);
  });

  it('names only commands that there are', () => {
    const scripts = (JSON.parse(readPage('package.json').text) as { scripts: object }).scripts;
    assert.deepEqual(
      missing([...pages, ...sources], SCRIPT, (name) => name in scripts),
      [],
    );
  });
});
