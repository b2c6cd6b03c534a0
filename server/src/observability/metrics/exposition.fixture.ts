/** One line of `/metrics`. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The samples of a text in Prometheus' format. */
export function samplesOf(text: string): Sample[] {
  return [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name = '', labels = '', value]) => ({
    name,
    labels: Object.fromEntries([...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, held]) => [key, held])),
    value: Number(value),
  }));
}

/** The families of a text, with their types. */
export function familiesOf(text: string): ReadonlyMap<string, string> {
  return new Map([...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => [name, type]));
}

/** The name of the family of a sample: histograms have samples of several names. */
export function familyOf(name: string, families: ReadonlyMap<string, string>): string {
  const base = name.replace(/_(bucket|sum|count)$/, '');
  return families.get(base) === 'histogram' || families.get(base) === 'summary' ? base : name;
}
