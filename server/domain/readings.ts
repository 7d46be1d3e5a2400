/** What is read behind a span: numbers with their units, and how a medicine is taken. */

/** Words of the note, with UTF-16 offsets. */
export interface Located {
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
  /** 'systolic' | 'diastolic' of a blood pressure; null otherwise. */
  readonly component: 'systolic' | 'diastolic' | null;
}

/** A way into the body. */
export interface Route extends Located {
  /** SCTID of a SNOMED CT route. */
  readonly code: string | null;
}

/** How often a medicine is taken. */
export interface Frequency extends Located {
  /** Times in each period: 3 in 1 d. */
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
