const dayMs = 86_400_000;

/** How large the audience of a thing is, 20 to 99, always the same for the same id. */
export function sizeOf(id: string): number {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + letter.charCodeAt(0)) % 9973;
  return 20 + (sum % 80);
}

/** How often somebody who does nothing else has seen a thing of this size at a time. Most of them come in its first days. */
export function seenSince(size: number, createdAt: number, at: number): number {
  return Math.floor(size * 4 * (1 - 0.5 ** (daysBetween(createdAt, at) / 2)));
}

/** Followers who came by themselves since the account was made: one to five a day. */
export function joinedSince(id: string, createdAt: number, at: number): number {
  return Math.floor(daysBetween(createdAt, at) * (1 + (sizeOf(id) % 5)));
}

function daysBetween(from: number, to: number): number {
  return Math.max(to - from, 0) / dayMs;
}
