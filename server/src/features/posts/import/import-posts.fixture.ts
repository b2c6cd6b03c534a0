import type { ApiResponse, TestService } from '../../../../test/harness.ts';
import { assertConforms } from '../../../../test/response-contract.ts';

export interface ImportOptions {
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly filename?: string;
}

/** Sends a file as a browser does. */
export async function importCsv(
  service: TestService,
  { key }: { readonly key: string },
  content: string | Uint8Array<ArrayBuffer>,
  options: ImportOptions = {},
): Promise<ApiResponse> {
  const form = new FormData();
  form.append('file', new Blob([content], { type: 'text/csv' }), options.filename ?? 'posts.csv');
  return sendForm(service, key, form, options);
}

/** Sends any form, or any body, to the import. */
export async function sendForm(
  service: TestService,
  key: string,
  body: FormData | string,
  { query = '', headers = {} }: ImportOptions = {},
): Promise<ApiResponse> {
  const path = `/v1/posts/import${query}`;
  const answer = await fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { ...(key === '' ? {} : { authorization: `Bearer ${key}` }), ...headers },
    body,
  });
  const text = await answer.text();
  assertConforms('POST', path, { status: answer.status, headers: answer.headers, text });
  return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) };
}
