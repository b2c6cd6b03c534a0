/** Numbers by the name of their metric. A metric that the platform does not tell is absent, never 0. */
export type MetricValues = Readonly<Record<string, number>>;
