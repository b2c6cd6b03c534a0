import type { RunningService } from './service.ts';

// biome-ignore lint/suspicious/noExplicitAny: responses are read field by field.
type Body = any;

/** One call of the API; throws on any error response. */
export async function call(
  service: RunningService,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<Body> {
  const response = await fetch(`${service.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}
