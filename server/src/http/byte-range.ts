/**
 * Parses a Range header with one range of bytes (RFC 9110, 14.2), from `start` to before `end`. Undefined means the whole
 * file: for other units, invalid ranges and several ranges, all of which may be ignored. `outside`: no byte of it exists.
 */
export function byteRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'outside' | undefined {
  const [, first, last] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return undefined;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size : Math.min(Number(last) + 1, size);
  return start < end ? { start, end } : 'outside';
}
