import type { ActionRow, Rows } from './case-rows.ts';

/** The rows of the inbox must say what the actions say. */
export function inboxErrors({ actions, messages, events, answered }: Rows): string[] {
  const sent = actions.filter(({ kind }) => kind === 'message');
  const errors = sent.flatMap((action) => messageErrors(action, { messages, events }));
  // A template has its row when it was sent.
  const templates = actions.filter(({ kind, status }) => kind === 'template' && status === 'published');
  const shown = sent.length + templates.length;
  // The echo of a message that stays in doubt is a row of its own.
  const isDoubted = sent.some(({ status }) => status === 'unconfirmed');
  if (!isDoubted && messages.length !== shown) errors.push(`${messages.length} messages are shown instead of ${shown}`);
  for (const { kind, is_answered: isAnswered } of answered) {
    const response = actions.find((action) => action.kind === kind);
    // A private reply in doubt may have been the only one that the platform takes.
    const isDue = response?.status === 'published' || (kind === 'private_reply' && response?.status === 'unconfirmed');
    if (response !== undefined && isAnswered !== isDue)
      errors.push(`after a ${response.status} ${kind} the item says otherwise`);
  }
  return errors;
}

/** Each message is shown once, as its action ended, and one that was sent has one event. */
function messageErrors(action: ActionRow, { messages, events }: Pick<Rows, 'messages' | 'events'>): string[] {
  const [row, ...more] = messages.filter(({ action_id: id }) => id === action.id);
  if (row === undefined || more.length > 0)
    return [`a ${action.status} message is shown ${row === undefined ? 0 : 2} times`];
  const isSent = action.status === 'published';
  const status = isSent ? 'sent' : action.status;
  if (row.status !== status || row.platform_id !== (isSent ? action.platform_id : null))
    return [`a ${action.status} message is shown as ${row.status} ${row.platform_id}`];
  const told = events.filter(({ type, resource_id: id }) => type === 'dm.sent' && id === row.id).length;
  return told === (isSent ? 1 : 0) ? [] : [`${told} dm.sent for a ${action.status} message`];
}
