import { isObject } from '../../meta/input.ts';
import { parameterCount, requiredMissing, templateDisabled, templateMissing, templatePaused } from '../errors.ts';
import type { NumberRow, TemplateRow, WhatsApp } from '../store.ts';
import { placeholdersIn } from './template-components.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The words of a template message with its parameters in place; rejected when they do not fit. */
export function templateText({ store }: WhatsApp, number: NumberRow, template: Fields): string {
  const { name } = template;
  const language = isObject(template.language) ? String(template.language.code ?? '') : '';
  if (typeof name !== 'string' || name === '') throw requiredMissing('template.name');
  if (language === '') throw requiredMissing('template.language.code');
  const row = store.templates
    .where('waba', number.waba)
    .find((candidate) => candidate.name === name && candidate.language === language);
  if (row?.status === 'PAUSED') throw templatePaused();
  if (row?.status === 'DISABLED') throw templateDisabled();
  if (row?.status !== 'APPROVED') throw templateMissing(name, language);
  const given = Array.isArray(template.components) ? template.components.filter(isObject) : [];
  return fill(row, given);
}

function fill(row: TemplateRow, given: readonly Fields[]): string {
  let words = '';
  for (const type of ['HEADER', 'BODY']) {
    const component = row.components.find((one) => String(one.type).toUpperCase() === type);
    const parameters = given
      .filter((one) => String(one.type).toUpperCase() === type)
      .flatMap((one) => (Array.isArray(one.parameters) ? one.parameters.filter(isObject) : []));
    const format = String(component?.format ?? 'TEXT').toUpperCase();
    const wanted = format === 'TEXT' ? placeholdersIn(String(component?.text ?? '')) : ['media'];
    if (parameters.length !== (component ? wanted.length : 0))
      throw parameterCount(
        `${type.toLowerCase()}: number of localizable_params (${parameters.length}) does not match the expected number of params (${wanted.length})`,
      );
    if (!component || format !== 'TEXT') continue;
    const filled = wanted.reduce(
      (text, place, index) => {
        const parameter = parameters.find((one) => one.parameter_name === place) ?? parameters[index];
        return text.replaceAll(`{{${place}}}`, String(parameter?.text ?? '…'));
      },
      String(component.text ?? ''),
    );
    words = words === '' ? filled : `${words}\n${filled}`;
  }
  return words;
}
