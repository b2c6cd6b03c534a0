/** One line of the doctor's report. */
export interface Finding {
  readonly check: string;
  readonly isOk: boolean;
  readonly detail: string;
  /** How to fix it; only for problems. */
  readonly remedy?: string;
}

export function ok(check: string, detail: string): Finding {
  return { check, isOk: true, detail };
}

export function wrong(check: string, detail: string, remedy: string): Finding {
  return { check, isOk: false, detail, remedy };
}
