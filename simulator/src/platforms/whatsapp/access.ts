import type { Call } from '../../core/platform.ts';
import { unsupported } from '../meta/errors.ts';
import type { MediaRow, NumberRow, TemplateRow, WabaRow, WhatsApp } from './store.ts';

/** The objects that an id in a path can mean. All belong to a WABA that the token reaches. */
interface Rows {
  readonly number: NumberRow;
  readonly waba: WabaRow;
  readonly template: TemplateRow;
  readonly media: MediaRow;
  readonly business: { readonly id: string };
}

export type Node = { [Kind in keyof Rows]: { readonly kind: Kind; readonly row: Rows[Kind] } }[keyof Rows];

/** The object of an id, for any caller: the operation's name is needed before the caller is known. */
export function anyNode({ store }: WhatsApp, id: string): Node | undefined {
  const number = store.numbers.get(id);
  if (number) return { kind: 'number', row: number };
  const waba = store.wabas.get(id);
  if (waba) return { kind: 'waba', row: waba };
  const template = store.templates.get(id);
  if (template) return { kind: 'template', row: template };
  const media = store.media.get(id);
  if (media) return { kind: 'media', row: media };
  return store.wabas.all().some(({ business }) => business === id) ? { kind: 'business', row: { id } } : undefined;
}

export function reachOf({ store }: WhatsApp, call: Call): readonly string[] {
  return store.grants.get(call.token?.value ?? '')?.wabas ?? [];
}

/** The node of a call's path, undefined when it is unknown or out of the token's reach. */
export function findNode(whatsapp: WhatsApp, call: Call): Node | undefined {
  const node = anyNode(whatsapp, call.param('node'));
  return node && wabasOf(whatsapp, node).some((waba) => reachOf(whatsapp, call).includes(waba)) ? node : undefined;
}

function wabasOf({ store }: WhatsApp, node: Node): string[] {
  switch (node.kind) {
    case 'waba':
      return [node.row.id];
    case 'media':
      return [store.numbers.get(node.row.account)?.waba ?? ''];
    case 'business':
      return store.wabas.all().flatMap(({ id, business }) => (business === node.row.id ? [id] : []));
    default:
      return [node.row.waba];
  }
}

/** The node when it is of this kind, else the error 100/33. */
export function nodeOf<Kind extends keyof Rows>(whatsapp: WhatsApp, call: Call, kind: Kind): Rows[Kind] {
  const node = findNode(whatsapp, call);
  if (node?.kind !== kind) throw unsupported(call.method, call.param('node'));
  return node.row as Rows[Kind];
}
