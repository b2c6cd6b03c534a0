import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { FAMILIES, type Family, type FamilyName, PREFIX } from './families.ts';

type Labels = Readonly<Record<string, string | number>>;

/** A family that is written; its labels are those of `FAMILIES`. */
export interface Instruments {
  readonly registry: Registry;
  /** Adds to a counter. */
  count(name: FamilyName, labels?: Labels, amount?: number): void;
  /** Adds a value to a histogram. */
  observe(name: FamilyName, labels: Labels, value: number): void;
  /** Replaces all values of a gauge, or of a counter that is kept elsewhere. */
  show(name: FamilyName, values: readonly (readonly [Labels, number])[]): void;
}

/** Makes every family of `FAMILIES`. */
export function createInstruments(): Instruments {
  const registry = new Registry();
  const all = Object.fromEntries(
    Object.entries(FAMILIES).map(([name, family]) => [name, create(registry, name, family)]),
  ) as Readonly<Record<FamilyName, Counter | Gauge | Histogram>>;
  return {
    registry,
    count: (name, labels = {}, amount = 1) => (all[name] as Counter).inc(labels, amount),
    observe: (name, labels, value) => (all[name] as Histogram).observe(labels, value),
    show(name, values) {
      const family = all[name] as Counter | Gauge;
      family.reset();
      // A reset leaves 0 in a family without labels. Unknown values are left out.
      if (values.length === 0 && labelsOf(name).length === 0) family.remove();
      for (const [labels, value] of values) family.inc(labels, value);
    },
  };
}

function labelsOf(name: FamilyName): readonly string[] {
  return (FAMILIES[name] as Family).labels ?? [];
}

function create(registry: Registry, name: string, { type, help, of, labels = [], buckets }: Family) {
  const config = {
    name: PREFIX + name,
    help: `${help}. ${of === 'process' ? 'Of this process.' : 'Of the installation: every process shows the same.'}`,
    labelNames: [...labels],
    registers: [registry],
  };
  if (type === 'counter') return new Counter(config);
  if (type === 'gauge') return new Gauge(config);
  return new Histogram({ ...config, buckets: [...(buckets ?? [])] });
}
