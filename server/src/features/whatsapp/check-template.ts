import { invalid } from '../../core/errors.ts';
import type { ComponentDef, TemplateDef } from './template.ts';

export interface TemplateIssue {
  readonly component_index?: number;
  readonly field: string;
  readonly message: string;
}

type Find = (component: ComponentDef, at: (field: string, message: string) => void) => void;

/** The numbers or names between double braces, each once. */
function placeholdersIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)].map((match) => match[1] ?? ''))];
}

const isNumbered = (places: readonly string[]) => places.every((place, index) => place === String(index + 1));

const CHECKS: Readonly<Record<ComponentDef['type'], Find>> = {
  HEADER({ format, text = '', example }, at) {
    if (format === undefined) return at('format', 'A header needs a format: TEXT, IMAGE, VIDEO or DOCUMENT.');
    if (format !== 'TEXT') {
      if (samplesOf(example, 'header_handle') === 0)
        at('example', 'A header with a file needs an example: header_handle, from an upload to the platform.');
      return;
    }
    const places = placeholdersIn(text);
    if (text === '' || text.length > 60) at('text', 'The text of a header has 1 to 60 characters.');
    if (places.length > 1) at('text', 'A header has at most one placeholder.');
    else if (!isNumbered(places)) at('text', 'The placeholder of a header is {{1}}.');
    else if (places.length > 0 && samplesOf(example, 'header_text') === 0)
      at('example', 'The placeholder of the header needs a sample: header_text.');
  },
  BODY({ text = '', example }, at) {
    if (text === '' || text.length > 1024) at('text', 'The text of a body has 1 to 1024 characters.');
    const places = placeholdersIn(text);
    if (places.length === 0) return;
    if (!isNumbered(places)) at('text', 'Placeholders are numbered from {{1}} on, without gaps.');
    if (/^\s*\{\{|\}\}\s*$/.test(text)) at('text', 'A body neither begins nor ends with a placeholder.');
    const samples = samplesOf(example, 'body_text');
    if (samples !== places.length)
      at('example', `Each placeholder needs a sample in body_text: ${places.length} are wanted, ${samples} are there.`);
  },
  FOOTER({ text = '' }, at) {
    if (text === '' || text.length > 60) at('text', 'The text of a footer has 1 to 60 characters.');
    if (placeholdersIn(text).length > 0) at('text', 'A footer has no placeholders.');
  },
  BUTTONS({ buttons = [] }, at) {
    if (buttons.length < 1 || buttons.length > 10) at('buttons', 'There are 1 to 10 buttons.');
    for (const [index, { type, text = '', url = '', phone_number: phone = '', example }] of buttons.entries()) {
      const field = (name: string) => `buttons.${index}.${name}`;
      if (type !== 'COPY_CODE' && (text === '' || text.length > 25))
        at(field('text'), 'The text of a button has 1 to 25 characters.');
      const places = placeholdersIn(url);
      if (type === 'URL' && !URL.canParse(url.replaceAll(/\{\{[^{}]*\}\}/g, 'x')))
        at(field('url'), 'A button of the type URL needs an address.');
      else if (type === 'URL' && (places.length > 1 || !isNumbered(places)))
        at(field('url'), 'An address has at most one placeholder, {{1}}.');
      else if (places.length > 0 && example === undefined)
        at(field('example'), 'The placeholder of the address needs a sample.');
      if (type === 'PHONE_NUMBER' && !/^\+?\d{5,20}$/.test(phone))
        at(field('phone_number'), 'A button of the type PHONE_NUMBER needs a number, digits only.');
      if (type === 'COPY_CODE' && example === undefined) at(field('example'), 'A code to copy needs a sample.');
    }
  },
};

function samplesOf(example: ComponentDef['example'], name: string): number {
  const found = example === undefined || Array.isArray(example) ? undefined : example[name];
  const list = Array.isArray(found) && Array.isArray(found[0]) ? found[0] : found;
  return Array.isArray(list) ? list.length : 0;
}

/** What WhatsApp would refuse a template for, as far as that can be told without asking it. */
export function componentErrors(components: readonly ComponentDef[]): TemplateIssue[] {
  const issues: TemplateIssue[] = [];
  for (const [index, component] of components.entries()) {
    const at = (field: string, message: string) => void issues.push({ component_index: index, field, message });
    if (components.findIndex(({ type }) => type === component.type) < index)
      at('type', `There is one ${component.type} at most.`);
    CHECKS[component.type](component, at);
  }
  if (!components.some(({ type }) => type === 'BODY'))
    issues.push({ field: 'components', message: 'A template needs a BODY.' });
  return issues;
}

export function templateErrors({ name, language, components }: TemplateDef): TemplateIssue[] {
  const own: TemplateIssue[] = [];
  if (!/^[a-z0-9_]{1,512}$/.test(name))
    own.push({ field: 'name', message: 'A name has 1 to 512 lower-case letters, digits and underscores.' });
  if (!/^[a-z]{2,3}(_[A-Za-z]{2,4})?$/.test(language))
    own.push({ field: 'language', message: 'The language is a locale such as en or en_US.' });
  return [...own, ...componentErrors(components)];
}

/** What is allowed, but seldom wanted. */
export function templateWarnings({ category, components }: TemplateDef): TemplateIssue[] {
  const words = components.map(({ text = '' }) => text).join(' ');
  if (category !== 'UTILITY' || !/\b(sale|discount|offer|% off)\b/i.test(words)) return [];
  return [{ field: 'category', message: 'WhatsApp may take words like these for MARKETING and change the category.' }];
}

/** 400 for the first issue. */
export function assertSound(issues: readonly TemplateIssue[]): void {
  const [first] = issues;
  if (first === undefined) return;
  const { component_index: index, field, message } = first;
  throw invalid(index === undefined ? field : `components.${index}.${field}`, message);
}
