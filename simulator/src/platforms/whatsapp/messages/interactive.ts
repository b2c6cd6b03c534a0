import { isObject } from '../../meta/input.ts';
import { textIn } from '../checks.ts';
import { badValue, requiredMissing } from '../errors.ts';

type Fields = Readonly<Record<string, unknown>>;

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/messages/interactive-reply-buttons-messages, also lists and links. */
export function interactiveText(interactive: Fields): string {
  const { type } = interactive;
  const action = objectOf(interactive, 'action');
  const text = textIn(objectOf(interactive, 'body'), 'text', type === 'list' ? 4096 : 1024);
  switch (type) {
    case 'button':
      checkButtons(action);
      return text;
    case 'list':
      checkRows(action);
      return text;
    case 'cta_url': {
      const parameters = objectOf(action, 'parameters');
      textIn(parameters, 'display_text', 20);
      if (!URL.canParse(textIn(parameters, 'url', 2000))) throw badValue('parameters.url is not an address.');
      return text;
    }
    default:
      throw badValue('interactive.type must be one of {button, list, cta_url}');
  }
}

function checkButtons({ buttons }: Fields): void {
  if (!Array.isArray(buttons) || buttons.length < 1 || buttons.length > 3)
    throw badValue('action.buttons must have between one and three items.');
  const titles = buttons.map((button) => {
    const reply = objectOf(isObject(button) ? button : {}, 'reply');
    textIn(reply, 'id', 256);
    return textIn(reply, 'title', 20);
  });
  if (new Set(titles).size !== titles.length) throw badValue('Titles of buttons must differ.');
}

function checkRows(action: Fields): void {
  textIn(action, 'button', 20);
  const sections = Array.isArray(action.sections) ? action.sections.filter(isObject) : [];
  const rows = sections.flatMap((section) => (Array.isArray(section.rows) ? section.rows.filter(isObject) : []));
  if (sections.length < 1 || sections.length > 10 || rows.length < 1 || rows.length > 10)
    throw badValue('action.sections must have between one and ten rows in all.');
  for (const row of rows) {
    textIn(row, 'id', 200);
    textIn(row, 'title', 24);
    if (row.description !== undefined) textIn(row, 'description', 72);
  }
}

function objectOf(fields: Fields, name: string): Fields {
  const value = fields[name];
  if (!isObject(value)) throw requiredMissing(name);
  return value;
}
