/** One server-sent event. */
export interface ServerSent {
  readonly id: string | undefined;
  readonly event: string;
  readonly data: string;
}

/** Reads a stream of server-sent events by the rules of the HTML standard. A comment is an event without data. */
export async function* serverSent(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSent> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  try {
    while (true) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      // The standard's line ends are LF, CRLF and CR; a CR at the end may be the half of one.
      const lines = rest.replace(/\r\n|\r(?!$)/g, '\n').split('\n\n');
      rest = lines.pop() ?? '';
      for (const block of lines) yield toEvent(block);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function toEvent(block: string): ServerSent {
  const fields = new Map<string, string[]>();
  for (const line of block.split('\n')) {
    const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
    fields.set(name, [...(fields.get(name) ?? []), value]);
  }
  return {
    id: fields.get('id')?.at(-1),
    event: fields.get('event')?.at(-1) ?? 'message',
    data: fields.get('data')?.join('\n') ?? '',
  };
}
