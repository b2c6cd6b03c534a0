import { type IncomingMessage, request } from 'node:http';

interface Page {
  readonly status: number;
  readonly location: string | undefined;
  readonly text: string;
}

/** As much of a browser as the consent page of a real server asks for: cookies, and where each call comes from. */
export class Browser {
  readonly #cookies = new Map<string, string>();

  /** Opens the page, logs in, agrees, and gives the address to which the browser is sent in the end. */
  async consent(authUrl: string, who: { readonly did: string; readonly username: string; readonly password: string }) {
    await this.#open(authUrl);
    const { did, username, password } = who;
    const call = async (name: string, json: object, token?: string) => {
      const page = await this.#send('POST', new URL(`/@atproto/oauth-provider/~api/${name}`, authUrl), {
        json,
        headers: {
          ...this.#from(authUrl, 'same-origin', 'same-origin', 'empty'),
          'x-csrf-token': this.#cookies.get('csrf-token') ?? '',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
      });
      if (page.status !== 200) throw new Error(`${name} answered ${page.status}: ${page.text.slice(0, 300)}`);
      return JSON.parse(page.text) as Record<string, string>;
    };
    const { ephemeralToken } = await call('sign-in', { locale: 'en', username, password, remember: false });
    const { url = '' } = await call('consent', { did }, ephemeralToken);
    return await this.#open(url, authUrl);
  }

  /** Follows the server's own redirects; gives the first address elsewhere. */
  async #open(address: string, referer?: string): Promise<string> {
    let url = new URL(address);
    const { origin } = url;
    for (let hops = 0; hops < 6; hops += 1) {
      const headers = this.#from(referer, referer === undefined ? 'none' : 'same-origin', 'navigate', 'document');
      const { status, location, text } = await this.#send('GET', url, { headers });
      if (location === undefined) {
        if (status === 200) return url.href;
        throw new Error(`${url.href} answered ${status}: ${text.slice(0, 300)}`);
      }
      url = new URL(location, url);
      if (url.origin !== origin) return url.href;
    }
    throw new Error('The server sends the browser in a circle.');
  }

  #from(referer: string | undefined, site: string, mode: string, dest: string): Record<string, string> {
    return {
      'sec-fetch-site': site,
      'sec-fetch-mode': mode,
      'sec-fetch-dest': dest,
      ...(referer === undefined ? {} : { referer }),
      ...(referer === undefined || mode === 'navigate' ? {} : { origin: new URL(referer).origin }),
    };
  }

  #send(method: string, url: URL, options: { headers: Record<string, string>; json?: object }): Promise<Page> {
    const body = options.json === undefined ? undefined : JSON.stringify(options.json);
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = {
      'user-agent': 'judge',
      accept: '*/*',
      'accept-language': 'en',
      cookie,
      ...options.headers,
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    };
    return new Promise((done, fail) => {
      const sent = request(url, { method, headers }, (response) => this.#read(response).then(done, fail));
      sent.on('error', fail);
      sent.end(body);
    });
  }

  async #read(response: IncomingMessage): Promise<Page> {
    for (const line of response.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    const { statusCode: status = 0, headers } = response;
    return { status, location: headers.location, text: Buffer.concat(chunks).toString() };
  }
}
