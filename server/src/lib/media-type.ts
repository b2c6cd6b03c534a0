/** The media type in lower case without its parameters: `Image/JPEG; charset=binary` is `image/jpeg` (RFC 9110, 8.3.1). */
export function bareMediaType(header: string): string {
  return (header.split(';', 1)[0] ?? '').trim().toLowerCase();
}
