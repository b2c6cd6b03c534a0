/** JSON with sorted keys: the order of fields makes no difference. */
export function stableJson(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, part) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part as Record<string, unknown>).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
