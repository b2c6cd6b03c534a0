import type { MadeAccount } from '../../core/testing.ts';
import { CallbackReceiver } from '../meta/test-callbacks.ts';
import { PlatformSimulator } from '../meta/test-simulator.ts';
import { GraphClient, type GraphResponse, responseOf } from '../meta/testing.ts';
import { whatsapp } from './index.ts';

interface Visitor {
  readonly platform_id: string;
  readonly user_id: string;
  readonly wa_id: string;
}

/** A client of the Cloud API for one number. */
export class TestWhatsApp extends GraphClient {
  readonly simulator: PlatformSimulator;
  readonly account: MadeAccount;
  /** The WABA of the number. */
  readonly waba: string;

  private constructor(simulator: PlatformSimulator, account: MadeAccount, waba: string, token?: string) {
    super(token ?? account.tokens.access_token);
    this.simulator = simulator;
    this.account = account;
    this.waba = waba;
  }

  static async make(simulator: PlatformSimulator): Promise<TestWhatsApp> {
    const account = await simulator.account('whatsapp');
    const { client_id, client_secret } = account.app;
    const query = new URLSearchParams({
      input_token: account.tokens.access_token,
      access_token: `${client_id}|${client_secret}`,
    });
    const { body } = await responseOf(fetch(`${simulator.url}/whatsapp/graph/v25.0/debug_token?${query}`));
    return new TestWhatsApp(simulator, account, body.data.granular_scopes[0].target_ids[0]);
  }

  get id(): string {
    return this.account.platform_id;
  }

  override get base(): string {
    return `${this.simulator.url}/whatsapp/graph/v25.0`;
  }

  with(token: string): TestWhatsApp {
    return new TestWhatsApp(this.simulator, this.account, this.waba, token);
  }

  send(body: object): Promise<GraphResponse> {
    return this.postJson(`${this.id}/messages`, { messaging_product: 'whatsapp', ...body });
  }

  /** Somebody writes, so that there is a window. */
  hear(text = 'Good day', more: Record<string, string> = {}) {
    return this.visitor('message', text, more);
  }

  async visitor(action: string, text: string, more: Record<string, string> = {}): Promise<Visitor> {
    const options = { platform: 'whatsapp', account: this.id, action, text, ...more };
    return (await this.simulator.visitor(options)) as unknown as Visitor;
  }

  /** Tells the app's callback address to the platform and subscribes the WABA. */
  async subscribe(): Promise<CallbackReceiver> {
    const receiver = await new CallbackReceiver().start();
    await this.simulator.control('PUT', '/apps/whatsapp', { callback_url: receiver.url, verify_token: 'check' });
    const { body } = await this.post(`${this.waba}/subscribed_apps`);
    if (body.success !== true) throw new Error('Not subscribed.');
    return receiver;
  }
}

export function startSimulator(): Promise<PlatformSimulator> {
  return new PlatformSimulator(whatsapp).start();
}

export const codeOf = ({ body }: GraphResponse) => body.error?.code;

export const orderTemplate = {
  name: 'order_confirmation',
  category: 'UTILITY',
  language: 'en_US',
  components: [
    { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}', example: { header_text: ['A1'] } },
    { type: 'BODY', text: 'Hello {{1}}, order {{2}} is confirmed.', example: { body_text: [['Jo', 'A1']] } },
    { type: 'FOOTER', text: 'Acme' },
    { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Track', url: 'https://acme.example/{{1}}', example: ['A1'] }] },
  ],
};

export { until } from '../../core/testing.ts';
