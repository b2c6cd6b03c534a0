/**
 * The cursors of https://docs.joinmastodon.org/api/guidelines/#pagination. Only the parameter of a link is taken: where
 * to call is not for an answer to say.
 */
export function newerThan(link: string | undefined): string | undefined {
  return /[?&]min_id=([\w-]{1,64})[^<>,]*>;\s*rel="prev"/.exec(link ?? '')?.[1];
}

export function olderThan(link: string | undefined): string | undefined {
  return /[?&]max_id=([\w-]{1,64})[^<>,]*>;\s*rel="next"/.exec(link ?? '')?.[1];
}
