import type { Mail } from '../core/tools.ts';

const MS_MAX = 15_000;

/** Sends mail through an SMTP server. The library is loaded with the first mail. */
export function createMail({ url, from }: { readonly url: string; readonly from: string }): Mail {
  return {
    async send(mail) {
      const { createTransport } = await import('nodemailer');
      const transport = createTransport(url, { from });
      transport.set('timeout', MS_MAX);
      await transport.sendMail({ ...mail, from });
      transport.close();
    },
  };
}
