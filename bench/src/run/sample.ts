const WORDS =
  'The spring menu is here and the terrace is open again. Come by for a coffee in the sun, bring a friend and tell us which of the new cakes you like best. We are looking forward to seeing you.';

let count = 0;

/** A post's text of 200 characters; no two are alike. */
export function sampleText(): string {
  count += 1;
  return `${count.toString(36).padStart(8, '0')} ${WORDS}`.slice(0, 200);
}

/** So far ahead that nothing of it becomes due while it is measured. */
export function scheduledAt(): string {
  return new Date(Date.now() + 90 * 86_400_000).toISOString();
}
