/**
 * The cursors of https://docs.joinmastodon.org/api/guidelines/#pagination. Only the parameter of a link is used,
 * because a response must not choose the address of our next call.
 */
export function newerThan(link: string | undefined): string | undefined {
  return /[?&]min_id=([\w-]{1,64})[^<>,]*>;\s*rel="prev"/.exec(link ?? '')?.[1];
}

export function olderThan(link: string | undefined): string | undefined {
  return /[?&]max_id=([\w-]{1,64})[^<>,]*>;\s*rel="next"/.exec(link ?? '')?.[1];
}
