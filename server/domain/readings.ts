/** What a note writes behind a name: the value of a measurement, the dose of a medicine. Offsets count UTF-16 code units. */

export interface Located {
  /** The exact words of the note, `text.slice(start, end)`. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A number with its unit, as read behind a test, a vital sign or a medicine. */
export interface Quantity extends Located {
  readonly value: number;
  /** Upper end of a range ("25-30 %"); null where it is one number. */
  readonly high: number | null;
  readonly comparator: '<' | '<=' | '>' | '>=' | null;
  /** UCUM code; null where no unit is written or it is not known. */
  readonly unit: string | null;
  /** Which of the two numbers of a blood pressure it is; null otherwise. */
  readonly component: 'systolic' | 'diastolic' | null;
}

export interface Route extends Located {
  /** SCTID of a route of administration; null where none is known for these words. */
  readonly code: string | null;
}

/** How often a medicine is taken: 3 times in 1 d. */
export interface Frequency extends Located {
  readonly times: number | null;
  readonly period: number | null;
  readonly period_unit: 'h' | 'd' | 'wk' | 'mo' | null;
  readonly as_needed: boolean;
}

export interface Dosage {
  readonly dose: Quantity | null;
  readonly route: Route | null;
  readonly frequency: Frequency | null;
  readonly duration: Quantity | null;
}
