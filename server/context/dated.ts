/** The value of a trigger whose phrase has a date: judged against the date of the note, never against the clock. */

import type { Lexicon } from '../lexicon/compile.js';
import { ageInDays, type DateRange, isoDay, latestFullDate, latestYear, yearOf } from '../lexicon/dates.js';
import type { Match } from '../lexicon/match.js';
import type { Note, Sentence } from '../text/note.js';

/** An event is past after this many days. */
const PAST_DAYS = 14;
/** A state is chronic from this many days on. */
const CHRONIC_DAYS = 90;
/** Where a note has no day to judge by, a year is past that is this many years before the latest that it names: that one may be planned. */
const PAST_YEARS = 5;
/** A phrase of this priority or more names the event itself ("opéré en 2004"). */
const EVENT_BAND = 50;
/** Tokens before a bare year in which its event verb may stand. */
const EVENT_TOKENS = 12;

/** Judges the dated triggers of one note. */
export class DateJudge {
  private reference: number | null | undefined;
  private year: number | null | undefined;

  /** @param noteDate ISO date of the note, when the client knows it */
  constructor(
    private readonly note: Note,
    private readonly lexicon: Lexicon,
    private readonly noteDate: string | undefined,
  ) {}

  /** The value that a match gives its axis, or null when its date decides nothing. */
  valueOf(match: Match, sentence: Sentence): string | null {
    const { row, dated } = match.compiled;
    if (!dated || !match.date || row.axis !== 'temporality') return row.value;
    const reference = this.referenceDay();
    if (row.value === 'past')
      return reference === null ? this.undatedPast(match, sentence) : pastValue(match.date, reference);
    if (row.value !== 'chronic') return row.value;
    if (reference === null) return match.date.year ? 'chronic' : null;
    const { least, most } = ageInDays(match.date, reference);
    return (Math.max(least, 0) + most) / 2 >= CHRONIC_DAYS ? 'chronic' : 'current';
  }

  /** The day against which dates are judged: the client's, else the latest full date in the note, else none. */
  private referenceDay(): number | null {
    if (this.reference === undefined) {
      const given = this.noteDate === undefined ? null : isoDay(this.noteDate);
      this.reference = given ?? latestFullDate(this.note, this.lexicon.vocabulary.words);
    }
    return this.reference;
  }

  /** Without any date to judge by, a year is past long before another one of the note, after an event verb or in a history section. */
  private undatedPast(match: Match, sentence: Sentence): string | null {
    const { date } = match;
    if (date && isBareMonth(date)) return null;
    if (date?.year && this.isLongBefore(date)) return 'past';
    if (match.compiled.row.priority >= EVENT_BAND) return date?.year ? 'past' : null;
    return this.isInHistory(sentence) || this.isBehindEvent(match, sentence) ? 'past' : null;
  }

  private isInHistory(sentence: Sentence): boolean {
    const rule = this.note.sections[sentence.section]?.rule;
    const section = rule && this.lexicon.sections.get(rule.id);
    return section?.role === 'history' || section?.temporality === 'past';
  }

  /** Whether a word for an event stands shortly before a match. */
  private isBehindEvent({ from }: Match, sentence: Sentence): boolean {
    const events = this.lexicon.events[sentence.language];
    const near = this.note.tokens.slice(Math.max(sentence.from, from - EVENT_TOKENS), from);
    return near.some(({ norm }) => events.has(norm));
  }

  private isLongBefore(date: DateRange): boolean {
    if (this.year === undefined) this.year = latestYear(this.note, this.lexicon.vocabulary.words);
    return this.year !== null && yearOf(date) <= this.year - PAST_YEARS;
  }
}

function isBareMonth({ year, first, last }: DateRange): boolean {
  return !year && last > first;
}

function pastValue(date: DateRange, reference: number): string | null {
  const { least, most } = ageInDays(date, reference);
  if (least > PAST_DAYS) return 'past';
  return most <= PAST_DAYS && most >= 0 ? 'current' : null;
}
