import { describe, expect, test } from 'vitest';
import type { Connector } from '../../src/core/connector.ts';
import type { NewTemplate, TemplateMessage } from '../../src/core/messaging/business-messaging.ts';
import { proveEffect } from './effects.ts';
import { proveFaults } from './faults.ts';
import { heardBy } from './inbound.ts';
import type { SimulatedAccount, Simulation } from './simulation.ts';
import { failureOf, groupOf, MISSING_ID, perform } from './steps.ts';

type Connect = () => Promise<SimulatedAccount>;

let names = 0;
export const newName = () => `order_${++names}`;

export function sampleTemplate(name: string): NewTemplate {
  const body = { type: 'BODY', text: 'Hello {{1}}, it is on its way.', example: { body_text: [['Jo']] } };
  return { name, language: 'en_US', category: 'UTILITY', components: [body] };
}

export function templateMessage(templateName: string): TemplateMessage {
  const components = [{ type: 'body', parameters: [{ type: 'text', text: 'Jo' }] }];
  return { to: '16505551234', templateName, language: 'en_US', components };
}

/** The platform's staff approves. */
export async function decide(
  simulation: Simulation,
  { session }: SimulatedAccount,
  about: string,
  text = 'APPROVED',
): Promise<void> {
  const options = { platform: 'whatsapp', account: session.account.platformId, action: 'decide', about, text };
  await simulation.control('POST', '/strangers', options);
}

export function proveTemplates(connector: Connector, connect: Connect, simulation: () => Simulation): void {
  const templates = groupOf(connector.templates);
  const begin = async () => {
    const account = await connect();
    const options = sampleTemplate(newName());
    const { id } = await templates.create(account.session, options);
    await decide(simulation(), account, id);
    return { account, session: account.session, options, id, message: templateMessage(options.name) };
  };

  describe('templates', () => {
    test('makes, lists by page, reads, changes and removes one', async () => {
      const { session, options, id } = await begin();
      const more = sampleTemplate(newName());
      expect(await templates.create(session, more)).toMatchObject({ status: 'PENDING', category: 'UTILITY' });
      const first = await templates.list(session, { limit: 1 });
      expect(first.items).toMatchObject([{ name: more.name }]);
      const second = await templates.list(session, { limit: 1, cursor: groupOf(first.cursor) });
      expect(second).toEqual({ items: [{ id, status: 'APPROVED', ...options }] });
      expect(await templates.get(session, id)).toEqual({ id, status: 'APPROVED', ...options });
      await templates.edit(session, id, options.components);
      expect((await templates.get(session, id)).status).toBe('PENDING');
      await templates.remove(session, options.name);
      expect((await failureOf(templates.get(session, id))).kind).toBe('not_found');
      expect((await failureOf(templates.remove(session, options.name))).kind).toBe('not_found');
    });

    test('rejects a duplicate name and an invalid template', async () => {
      const { session, options } = await begin();
      expect((await failureOf(templates.create(session, options))).kind).toBe('rejected');
      const broken = { ...sampleTemplate(newName()), components: [] };
      expect((await failureOf(templates.create(session, broken))).kind).toBe('rejected');
    });

    test('is sent at any time, and its stages come back with our key', async () => {
      const { account, session, message } = await begin();
      const send = () => templates.send.send(session, message, {}, 'a-key');
      let platformId = '';
      const act = async () => {
        ({ platformId } = await send());
      };
      const { items } = await heardBy(connector, simulation(), account, act, ({ length }) => length >= 2);
      const stages = items.flatMap((item) => (item.kind === 'message_status' ? [item.status] : []));
      expect(stages.map(({ platformId: id, status, key }) => [id, status, key])).toEqual([
        [platformId, 'sent', 'a-key'],
        [platformId, 'delivered', 'a-key'],
      ]);
      expect(await account.ledger('message')).toMatchObject([{ platform_id: platformId, key: 'a-key' }]);
    });

    test('one that is missing or paused is not sent', async () => {
      const { account, session, id, message } = await begin();
      const missing = { ...message, templateName: 'never_made' };
      expect((await failureOf(perform(templates.send, session, missing))).kind).toBe('not_found');
      await decide(simulation(), account, id, 'PAUSED');
      const { kind, facts } = await failureOf(perform(templates.send, session, message));
      expect([kind, facts.platformCode]).toEqual(['rejected', '132015']);
      expect(await account.ledger('message')).toEqual([]);
    });

    proveEffect('a template message', templates.send, async () => {
      const { account, message } = await begin();
      return { account, input: message, kind: 'message' };
    });

    proveFaults('a template message', { operation: 'send_message', ledger: 'message' }, async () => {
      const { account, session, message } = await begin();
      return { account, run: () => perform(templates.send, session, message) };
    });
  });
}

export function proveNumber(connector: Connector, connect: Connect): void {
  const number = groupOf(connector.phoneNumber);

  describe('the phone number', () => {
    test('is deregistered and registered again with its PIN', async () => {
      const { session } = await connect();
      expect(await number.status(session)).toEqual({ isVerified: true, isRegistered: true });
      await number.deregister(session);
      expect(await number.status(session)).toEqual({ isVerified: true, isRegistered: false });
      await number.register(session, '123456');
      await number.deregister(session);
      expect(await failureOf(number.register(session, '654321'))).toMatchObject({
        kind: 'rejected',
        facts: { platformCode: '133005' },
      });
    });

    test('a verified one gets no code', async () => {
      const { session } = await connect();
      const options = { method: 'SMS', language: 'en_US' } as const;
      expect((await failureOf(number.requestCode(session, options))).kind).toBe('rejected');
      expect((await failureOf(number.verifyCode(session, '123456'))).kind).toBe('rejected');
    });

    test('changes only the given fields of the business profile', async () => {
      const { session } = await connect();
      const before = await number.profile(session);
      await number.updateProfile(session, { description: 'Bread and cakes', websites: ['https://acme.example/'] });
      expect(await number.profile(session)).toEqual({
        ...before,
        description: 'Bread and cakes',
        websites: ['https://acme.example/'],
      });
      expect((await failureOf(number.updateProfile(session, { vertical: 'NONSENSE' }))).kind).toBe('rejected');
    });

    test('another account cannot use the number', async () => {
      const { session } = await connect();
      const visitor = { ...session, account: { ...session.account, platformId: MISSING_ID } };
      expect((await failureOf(number.status(visitor))).kind).toBe('not_found');
      expect((await failureOf(connector.auth.profile(visitor))).kind).toBe('not_found');
    });
  });
}
