import type { Asked } from '../../core/platform.ts';

const form = 'application/x-www-form-urlencoded';

/**
 * Query tunnelling: a POST that stands for another method, with the query in its body. A body of the call's own stands
 * beside the query as the second part of `multipart/mixed`.
 * https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/query-tunneling
 */
export function unwrap({ method, url, headers, body }: Asked): Asked | 'malformed' | undefined {
  const override = headers['x-http-method-override']?.toUpperCase();
  if (method !== 'POST' || override === undefined) return undefined;
  const { 'content-type': type = '', ...others } = headers;
  const withQuery = (query: string) => (query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`);
  if (body.length === 0) return { method: override, url, headers: others, body };
  if (type.startsWith(form))
    return { method: override, url: withQuery(body.toString('utf8')), headers: others, body: Buffer.alloc(0) };
  const [, boundary] = /^multipart\/mixed;.*boundary="?([^";]+)"?/i.exec(type) ?? [];
  if (boundary === undefined) return 'malformed';
  const parts = partsOf(body.toString('utf8'), boundary);
  const query = parts.find((part) => part.type.startsWith(form));
  const entity = parts.find((part) => part !== query);
  if (!query || !entity || parts.length !== 2) return 'malformed';
  const inner = { ...others, 'content-type': entity.type };
  return { method: override, url: withQuery(query.text.trim()), headers: inner, body: Buffer.from(entity.text) };
}

function partsOf(text: string, boundary: string): { type: string; text: string }[] {
  return text
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [head = '', ...rest] = part.replace(/^\r?\n/, '').split(/\r?\n\r?\n/);
      const [, type = ''] = /^content-type:(.*)/im.exec(head) ?? [];
      return { type: type.trim(), text: rest.join('\r\n\r\n').replace(/\r?\n$/, '') };
    });
}
