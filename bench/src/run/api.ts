import type { RunningService } from './service.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers are read field by field.
type Body = any;

/** One call of the API; throws on any refusal. */
export async function call(
  service: RunningService,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<Body> {
  const answer = await fetch(`${service.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text);
}
