import { invalidParameter } from '../../meta/errors.ts';
import { isObject } from '../../meta/input.ts';
import { templateError } from '../errors.ts';

type Fields = Readonly<Record<string, unknown>>;

const buttonTypes = ['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE', 'OTP', 'FLOW', 'CATALOG'];

/** The names or numbers between double braces, each once. */
export function placeholdersIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map((match) => match[1] ?? ''))];
}

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/templates/components: what a template may be made of. */
export function checkComponents(given: unknown, isNamed: boolean): Fields[] {
  if (!Array.isArray(given) || !given.every(isObject)) throw invalidParameter('Param components must be an array.');
  const of = (type: string) => given.filter((one) => String(one.type).toUpperCase() === type);
  for (const type of ['HEADER', 'BODY', 'FOOTER', 'BUTTONS'])
    if (of(type).length > 1) throw invalidParameter(`There can be only one component of the type ${type}.`);
  const [body] = of('BODY');
  if (!body || typeof body.text !== 'string' || body.text === '')
    throw invalidParameter('Param components must have one BODY with a text.');
  checkBody(body, isNamed);
  for (const header of of('HEADER')) checkHeader(header);
  for (const footer of of('FOOTER')) {
    const text = String(footer.text ?? '');
    if (text === '' || text.length > 60 || placeholdersIn(text).length > 0)
      throw templateError(2388073, 'The footer must be a text of at most 60 characters without variables.');
  }
  for (const { buttons } of of('BUTTONS')) checkButtons(buttons);
  return given;
}

function checkBody(body: Fields, isNamed: boolean): void {
  const text = String(body.text);
  if (text.length > 1024) throw templateError(2388040, 'The body has more than 1024 characters.');
  const places = placeholdersIn(text);
  if (places.length === 0) return;
  if (/^\s*\{\{|\}\}\s*$/.test(text))
    throw templateError(2388299, 'Variables can not be at the start or end of the template.');
  const isRight = isNamed
    ? places.every((place) => /^[a-z_][a-z0-9_]*$/.test(place))
    : places.every((place, index) => place === String(index + 1));
  if (!isRight) throw templateError(2388047, 'Variables must be numbered from {{1}} on, or be named in lower case.');
  const example = isObject(body.example) ? body.example : {};
  const values = isNamed
    ? example.body_text_named_params
    : Array.isArray(example.body_text)
      ? example.body_text[0]
      : undefined;
  if (!Array.isArray(values) || values.length !== places.length)
    throw templateError(2388293, 'Each variable of the body needs a sample value.');
}

function checkHeader(header: Fields): void {
  const format = String(header.format ?? '').toUpperCase();
  if (!['TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT', 'LOCATION'].includes(format))
    throw invalidParameter('Param format of a HEADER must be one of {TEXT, IMAGE, VIDEO, DOCUMENT, LOCATION}');
  const example = isObject(header.example) ? header.example : {};
  if (format !== 'TEXT') {
    const handles = example.header_handle;
    if (format !== 'LOCATION' && (!Array.isArray(handles) || handles.length === 0))
      throw templateError(2388047, 'A header with a file needs an example of it.');
    return;
  }
  const text = String(header.text ?? '');
  if (text === '' || text.length > 60 || placeholdersIn(text).length > 1)
    throw templateError(2388047, 'The header must be a text of at most 60 characters with at most one variable.');
}

function checkButtons(buttons: unknown): void {
  if (!Array.isArray(buttons) || buttons.length === 0 || buttons.length > 10)
    throw invalidParameter('Param buttons must have between one and ten items.');
  for (const button of buttons.filter(isObject)) {
    const type = String(button.type).toUpperCase();
    if (!buttonTypes.includes(type)) throw invalidParameter(`Param type of a button must be one of {${buttonTypes}}`);
    const text = String(button.text ?? '');
    if (type !== 'COPY_CODE' && (text === '' || text.length > 25))
      throw templateError(2388047, 'The text of a button must have at most 25 characters.');
    if (type === 'URL' && !URL.canParse(String(button.url ?? '').replace(/\{\{1\}\}$/, '')))
      throw invalidParameter('A button of the type URL needs an address.');
    if (type === 'PHONE_NUMBER' && !/^\+?\d{5,20}$/.test(String(button.phone_number ?? '')))
      throw invalidParameter('A button of the type PHONE_NUMBER needs a number.');
  }
}
