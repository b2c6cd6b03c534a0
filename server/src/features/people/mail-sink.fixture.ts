import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { until } from '../../../test/harness.ts';

export interface MailSink {
  readonly url: string;
  /** Everything that came, as the sender wrote it. */
  readonly mails: readonly string[];
  /** The path of the newest link of a kind to an address. */
  readonly linkTo: (address: string, kind: 'join' | 'reset') => Promise<string>;
  readonly close: () => void;
}

/** An SMTP server that keeps what it gets. */
export async function openMailSink(): Promise<MailSink> {
  const mails: string[] = [];
  const server: Server = createServer((socket) => {
    let text = '';
    let isData = false;
    socket.on('error', () => {}).write('220 sink\r\n');
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        if (isData) {
          const over = text.indexOf('\r\n.\r\n');
          if (over < 0) return;
          mails.push(text.slice(0, over).replace(/=\r\n/g, '').replaceAll('=3D', '='));
          text = text.slice(over + 5);
          isData = false;
          socket.write('250 kept\r\n');
          continue;
        }
        const line = text.slice(0, end);
        text = text.slice(end + 2);
        isData = line === 'DATA';
        socket.write(isData ? '354 go on\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    async linkTo(address, kind) {
      const find = async () => mails.findLast((mail) => mail.includes(`To: ${address}`) && mail.includes(`/${kind}/`));
      const mail = await until(find, `a mail to ${address}`);
      return /https?:\/\/[^/\s]+(\/\S+)/.exec(mail)?.[1] as string;
    },
    close: () => server.close(),
  };
}
