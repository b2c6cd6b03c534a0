import { escapeHtml } from '../calls/response.ts';

/** A piece of HTML that is safe to place in a page. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | undefined | readonly Html[];

/** A template whose values are escaped, except those that are HTML already. */
export function html(strings: TemplateStringsArray, ...values: Part[]): Html {
  return new Html(strings.reduce((text, string, index) => text + render(values[index - 1]) + string));
}

function render(value: Part): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.text;
  return typeof value === 'object' ? value.map(({ text }) => text).join('') : escapeHtml(String(value));
}

/** `options(['a', 'b'], 'a')`; a pair is value and label. */
export function options(values: readonly (string | readonly [string, string])[], first?: string): Html[] {
  const all: (string | readonly [string, string])[] = first === undefined ? [...values] : [['', first], ...values];
  return all.map((option) => {
    const [value, label] = typeof option === 'string' ? [option, option] : option;
    return html`<option value="${value}">${label}</option>`;
  });
}

/** A long text is shown up to here. */
export function cut(text: string, lengthMax = 2_000): string {
  return text.length > lengthMax ? `${text.slice(0, lengthMax)} …` : text;
}

const dates = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'medium', timeStyle: 'medium' });

/** `20 Nov 2026, 10:00:00 UTC`, with the exact time as a title. */
export function time(iso: string): Html {
  return html`<time datetime="${iso}" title="${iso}">${dates.format(new Date(iso))} UTC</time>`;
}
