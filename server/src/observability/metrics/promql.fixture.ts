/** Words of PromQL before brackets that hold names of labels. */
const LABEL_LISTS = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^()]*)\)/g;
const WORDS = new Set(['and', 'or', 'unless', 'offset', 'bool', 'inf', 'nan']);

/** The names in an expression of PromQL. */
export interface Named {
  readonly metrics: readonly string[];
  /** Selectors: a metric with a label, and the value that it must equal where there is one. */
  readonly matchers: readonly {
    readonly metric: string;
    readonly label: string;
    readonly equals: string | undefined;
  }[];
  /** Labels of groupings, which must be those of any of the metrics. */
  readonly groupings: readonly string[];
}

/** Reads what an expression names. Promtool checks its grammar. */
export function namedIn(expression: string): Named {
  const matchers: { metric: string; label: string; equals: string | undefined }[] = [];
  for (const [, metric = '', inner = ''] of expression.matchAll(/([a-zA-Z_:][\w:]*)\s*\{([^}]*)\}/g))
    for (const [, label = '', operator, value] of inner.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g))
      matchers.push({ metric, label, equals: operator === '=' ? value : undefined });
  const groupings = [...expression.matchAll(LABEL_LISTS)].flatMap(([, list = '']) => list.match(/\w+/g) ?? []);
  const rest = expression
    .replace(LABEL_LISTS, ' ')
    .replace(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' ')
    .replace(/\boffset\s+\w+/g, ' ');
  const metrics = [...rest.matchAll(/(?<![\w.])([a-zA-Z_:][\w:]*)(?!\s*\()(?![\w:])/g)].map(([, name = '']) => name);
  return { metrics: [...new Set(metrics)].filter((name) => !WORDS.has(name)), matchers, groupings };
}

/** The expressions of a file of rules. */
export function expressionsOfRules(text: string): string[] {
  return [...text.matchAll(/^( *)expr: (?:\|\n((?:\1 +.*\n)+)|(.*)\n)/gm)].map(
    ([, , block, line]) => block ?? line ?? '',
  );
}

/** The expressions of a dashboard's panels and variables, with its own variables filled in. */
export function expressionsOfDashboard(text: string): string[] {
  const { panels, templating } = JSON.parse(text) as {
    readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
    readonly templating: { readonly list: readonly { readonly definition?: string }[] };
  };
  const ofPanels = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const ofVariables = templating.list.flatMap(({ definition }) => definition?.match(/label_values\((\w+),/)?.[1] ?? []);
  return [...ofPanels, ...ofVariables].map((expression) =>
    expression.replaceAll('$__rate_interval', '5m').replace(/\$\w+/g, '.*'),
  );
}
