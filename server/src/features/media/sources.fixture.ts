import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;

export const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** Passes everything on to the simulator but what lies under the names of these, `/WORLD/files/NAME.jpg`. */
export function proxyOf(behaviours: Readonly<Record<string, Behaviour>>) {
  let simulatorUrl = '';
  const requested = new Set<string>();
  const server = createServer((asked, answered) => {
    const [, name = ''] = /^\/[^/]+\/files\/([^/]+)\.jpg$/.exec(asked.url ?? '') ?? [];
    const behaviour = behaviours[decodeURIComponent(name)];
    if (behaviour !== undefined) {
      requested.add(decodeURIComponent(name));
      return behaviour(asked, answered);
    }
    const { method, headers, url = '' } = asked;
    const onward = request(`${simulatorUrl}${url}`, { method, headers }, (answer) => {
      answered.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(answered);
    });
    asked.pipe(onward);
  });
  return {
    /** The names that were requested. */
    requested,
    /** Begins to pass on to the simulator at this address, and gives its own. */
    async listen(url: string): Promise<string> {
      simulatorUrl = url;
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return `http://127.0.0.1:${portOf(server)}`;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
