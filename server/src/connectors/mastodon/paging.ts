/**
 * The cursors of https://docs.joinmastodon.org/api/guidelines/#pagination. Only the parameter of a link is used,
 * because a response must not choose the address of our next call.
 */
export function newerThan(link: string | undefined): string | undefined {
  return cursorOf(link, 'prev', /[?&]min_id=([\w-]{1,64})/);
}

export function olderThan(link: string | undefined): string | undefined {
  return cursorOf(link, 'next', /[?&]max_id=([\w-]{1,64})/);
}

function cursorOf(link: string | undefined, relation: string, cursor: RegExp): string | undefined {
  const found = link?.split(',').find((part) => part.includes(`rel="${relation}"`));
  return cursor.exec(found ?? '')?.[1];
}
