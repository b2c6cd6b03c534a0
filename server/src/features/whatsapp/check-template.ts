import { invalid } from '../../core/errors.ts';
import type { ComponentDef, TemplateDef } from './template.ts';

export interface TemplateIssue {
  readonly component_index?: number;
  readonly field: string;
  readonly message: string;
}

type Check = (component: ComponentDef, report: (field: string, message: string) => void) => void;

/** The numbers or names between double braces, each once. */
function placeholdersIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, name = '']) => name.trim()))];
}

const isNumbered = (placeholders: readonly string[]) =>
  placeholders.every((placeholder, index) => placeholder === String(index + 1));

const CHECKS: Readonly<Record<ComponentDef['type'], Check>> = {
  HEADER({ format, text = '', example }, report) {
    if (format === undefined) return report('format', 'A header needs a format: TEXT, IMAGE, VIDEO or DOCUMENT.');
    if (format !== 'TEXT') {
      if (samplesOf(example, 'header_handle') === 0)
        report('example', 'A header with a file needs an example: the header_handle of an upload to the platform.');
      return;
    }
    const placeholders = placeholdersIn(text);
    if (text === '' || text.length > 60) report('text', 'The text of a header has 1 to 60 characters.');
    if (placeholders.length > 1) report('text', 'A header has at most one placeholder.');
    else if (!isNumbered(placeholders)) report('text', 'The placeholder of a header is {{1}}.');
    else if (placeholders.length > 0 && samplesOf(example, 'header_text') === 0)
      report('example', 'The placeholder of the header needs a sample: header_text.');
  },
  BODY({ text = '', example }, report) {
    if (text === '' || text.length > 1024) report('text', 'The text of a body has 1 to 1024 characters.');
    const placeholders = placeholdersIn(text);
    if (placeholders.length === 0) return;
    if (!isNumbered(placeholders)) report('text', 'Placeholders are numbered from {{1}} on, without gaps.');
    if (/^\s*\{\{|\}\}\s*$/.test(text)) report('text', 'A body must not begin or end with a placeholder.');
    const samples = samplesOf(example, 'body_text');
    if (samples !== placeholders.length)
      report(
        'example',
        `Each placeholder needs a sample in body_text: expected ${placeholders.length}, got ${samples}.`,
      );
  },
  FOOTER({ text = '' }, report) {
    if (text === '' || text.length > 60) report('text', 'The text of a footer has 1 to 60 characters.');
    if (placeholdersIn(text).length > 0) report('text', 'A footer has no placeholders.');
  },
  BUTTONS({ buttons = [] }, report) {
    if (buttons.length < 1 || buttons.length > 10) report('buttons', 'A component BUTTONS has 1 to 10 buttons.');
    for (const [index, { type, text = '', url = '', phone_number: phone = '', example }] of buttons.entries()) {
      const field = (name: string) => `buttons.${index}.${name}`;
      if (type !== 'COPY_CODE' && (text === '' || text.length > 25))
        report(field('text'), 'The text of a button has 1 to 25 characters.');
      const placeholders = placeholdersIn(url);
      if (type === 'URL' && !URL.canParse(url.replaceAll(/\{\{[^{}]*\}\}/g, 'x')))
        report(field('url'), 'A button of the type URL needs an address.');
      else if (type === 'URL' && (placeholders.length > 1 || !isNumbered(placeholders)))
        report(field('url'), 'An address has at most one placeholder, {{1}}.');
      else if (placeholders.length > 0 && example === undefined)
        report(field('example'), 'The placeholder of the address needs a sample.');
      if (type === 'PHONE_NUMBER' && !/^\+?\d{5,20}$/.test(phone))
        report(field('phone_number'), 'A button of the type PHONE_NUMBER needs a number, digits only.');
      if (type === 'COPY_CODE' && example === undefined)
        report(field('example'), 'A button of the type COPY_CODE needs a sample.');
    }
  },
};

function samplesOf(example: ComponentDef['example'], name: string): number {
  const found = example === undefined || Array.isArray(example) ? undefined : example[name];
  const list = Array.isArray(found) && Array.isArray(found[0]) ? found[0] : found;
  return Array.isArray(list) ? list.length : 0;
}

/** The mistakes for which WhatsApp would reject the components, as far as we can tell without a call. */
export function componentErrors(components: readonly ComponentDef[]): TemplateIssue[] {
  const issues: TemplateIssue[] = [];
  for (const [index, component] of components.entries()) {
    const report = (field: string, message: string) => void issues.push({ component_index: index, field, message });
    if (components.findIndex(({ type }) => type === component.type) < index)
      report('type', `A template has at most one ${component.type}.`);
    CHECKS[component.type](component, report);
  }
  if (!components.some(({ type }) => type === 'BODY'))
    issues.push({ field: 'components', message: 'A template needs a BODY.' });
  return issues;
}

export function templateErrors({ name, language, components }: TemplateDef): TemplateIssue[] {
  const issues: TemplateIssue[] = [];
  if (!/^[a-z0-9_]{1,512}$/.test(name))
    issues.push({ field: 'name', message: 'A name has 1 to 512 lower-case letters, digits and underscores.' });
  if (!/^[a-z]{2,3}(_[A-Za-z]{2,4})?$/.test(language))
    issues.push({ field: 'language', message: 'The language is a locale such as en or en_US.' });
  return [...issues, ...componentErrors(components)];
}

/** Valid but unusual; reported as warnings. */
export function templateWarnings({ category, components }: TemplateDef): TemplateIssue[] {
  const words = components.map(({ text = '' }) => text).join(' ');
  if (category !== 'UTILITY' || !/\b(sale|discount|offer|% off)\b/i.test(words)) return [];
  return [{ field: 'category', message: 'WhatsApp may classify this text as MARKETING and change the category.' }];
}

/** Throws 400 for the first issue. */
export function assertNoIssues(issues: readonly TemplateIssue[]): void {
  const [first] = issues;
  if (first === undefined) return;
  const { component_index: index, field, message } = first;
  throw invalid(index === undefined ? field : `components.${index}.${field}`, message);
}
