import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace, until } from '../../../../test/harness.ts';
import { bodySignature, timedSignature } from '../signing.ts';
import { addLocalHook, emit, type RawMessage } from '../webhooks.fixture.ts';

const OWN = 'my-own-secret-of-text';
const OWN_BASE64 = `whsec_${Buffer.from('exactly twenty-four byte').toString('base64')}`;

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
});
afterAll(() => service?.close());

type Hook = Awaited<ReturnType<typeof addLocalHook>>;

const pathOf = ({ id }: Hook) => `/v1/webhooks/${id}`;
const rotate = (hook: Hook, body: object = {}, headers: Record<string, string> = {}) =>
  ws.api.post(`${pathOf(hook)}/rotate-secret`, body, { headers });

/** Sends an event and returns its message. */
async function next({ messages }: Hook) {
  const before = messages.length;
  await emit(service, ws);
  return until(async () => messages[before], 'the message arrived');
}

/** The secrets that the official library and the two compatible headers accept. */
async function acceptedBy(hook: Hook, secrets: Record<string, string>, message?: RawMessage) {
  const { headers, body } = message ?? (await next(hook));
  const names = Object.keys(secrets);
  const stamp = Number(headers['x-socialapi-timestamp']);
  const verifier = (secret: string) =>
    secret.startsWith('whsec_') ? new Webhook(secret) : new Webhook(secret, { format: 'raw' });
  const isStandard = (secret: string) => {
    try {
      return verifier(secret).verify(body, headers) !== undefined;
    } catch {
      return false;
    }
  };
  const has = (suffix: string) => (name: string) =>
    headers[`x-socialapi-signature${suffix}`] === bodySignature(secrets[name] as string, body) &&
    headers[`x-socialapi-signature-v2${suffix}`] === timedSignature(secrets[name] as string, stamp, body);
  return {
    standard: names.filter((name) => isStandard(secrets[name] as string)),
    compatible: names.filter(has('')),
    next: names.filter(has('-next')),
    count: headers['webhook-signature']?.split(' ').length,
  };
}

beforeAll(async () => {
  ws = await service.workspace();
});

describe('a secret of the caller', () => {
  test.each([OWN, OWN_BASE64])('%s signs the ping and every message, and is stored encrypted', async (secret) => {
    const hook = await addLocalHook(ws, undefined, { secret });
    expect(hook.secret).toBe(secret);
    const isRight = { standard: ['secret'], compatible: ['secret'], next: [], count: 1 };
    expect(await acceptedBy(hook, { secret }, hook.messages[0])).toEqual(isRight);
    expect(await acceptedBy(hook, { secret })).toEqual(isRight);
    const [row] = await service.sql('select secret from webhook_endpoints where id = $1', [hook.id]);
    expect(row.secret).not.toContain(secret);
    expect((await ws.api.get(pathOf(hook))).body.secret_hint).toBe(secret.slice(-4));
    await ws.api.delete(pathOf(hook));
  });
});

describe('rotate_webhook_secret', () => {
  test('signs with both secrets until the overlap ends on the clock of the tenant', async () => {
    ws = await service.workspace();
    const hook = await addLocalHook(ws);
    const rotated = await rotate(hook);
    expect(rotated).toMatchObject({
      status: 200,
      body: { id: hook.id, secret: expect.stringMatching(/^whsec_/), message: expect.stringContaining('24 hours') },
    });
    const secrets = { old: hook.secret, new: rotated.body.secret };
    expect(secrets.new).not.toBe(secrets.old);
    expect(await acceptedBy(hook, secrets)).toEqual({
      standard: ['old', 'new'],
      compatible: ['old'],
      next: ['new'],
      count: 2,
    });
    // A test is signed like any message.
    await ws.api.post(`${pathOf(hook)}/test`, {});
    expect(await acceptedBy(hook, secrets, hook.messages.at(-1))).toMatchObject({ compatible: ['old'], next: ['new'] });

    const { body } = await ws.api.get(pathOf(hook));
    expect(body.secret_hint).toBe(secrets.new.slice(-4));
    const leftMs = Date.parse(body.rotation_ends_at) - Date.now();
    expect(leftMs).toBeGreaterThan(86_000_000);
    expect(leftMs).toBeLessThan(86_401_000);

    await ws.api.post('/v1/test/clock', { advance: 'PT23H' });
    expect((await ws.api.get(pathOf(hook))).body.rotation_ends_at).toBe(body.rotation_ends_at);
    expect(await acceptedBy(hook, secrets)).toMatchObject({ standard: ['old', 'new'] });
    await ws.api.post('/v1/test/clock', { advance: 'PT2H' });
    expect(await acceptedBy(hook, secrets)).toEqual({ standard: ['new'], compatible: ['new'], next: [], count: 1 });
    expect((await ws.api.get(pathOf(hook))).body).not.toHaveProperty('rotation_ends_at');
  });

  test('once more during an overlap keeps all of them; the oldest stays in the compatible headers', async () => {
    ws = await service.workspace();
    const hook = await addLocalHook(ws);
    const secrets = {
      first: hook.secret,
      second: (await rotate(hook, { overlap_hours: 1 })).body.secret,
      third: (await rotate(hook, { secret: OWN, overlap_hours: 2 })).body.secret,
    };
    expect(secrets.third).toBe(OWN);
    expect(await acceptedBy(hook, secrets)).toEqual({
      standard: ['first', 'second', 'third'],
      compatible: ['first'],
      next: ['third'],
      count: 3,
    });
    // Back to an earlier one: it is the current one and no longer an earlier one.
    await rotate(hook, { secret: secrets.second });
    expect(await acceptedBy(hook, secrets)).toMatchObject({ compatible: ['first'], next: ['second'], count: 3 });

    await rotate(hook);
    const rejected = await rotate(hook);
    expect(rejected).toMatchObject({ status: 409, body: { code: 'conflict', meta: { max: 3 } } });
    expect(rejected.body.error).toContain('previous-secrets');
    expect(await acceptedBy(hook, secrets)).toMatchObject({ count: 4 });
    const last = (await rotate(hook, { overlap_hours: 0 })).body;
    expect(last).not.toHaveProperty('rotation_ends_at');
    expect(await acceptedBy(hook, { ...secrets, last: last.secret })).toEqual({
      standard: ['last'],
      compatible: ['last'],
      next: [],
      count: 1,
    });
  });

  test('delete_previous_secrets ends the overlap at once, and may be repeated', async () => {
    ws = await service.workspace();
    const hook = await addLocalHook(ws);
    const { secret } = (await rotate(hook, { overlap_hours: 168 })).body;
    for (let time = 0; time < 2; time += 1) {
      const ended = await ws.api.delete(`${pathOf(hook)}/previous-secrets`);
      expect(ended).toMatchObject({ status: 200, body: { id: hook.id, status: 'active' } });
      expect(ended.body).not.toHaveProperty('rotation_ends_at');
    }
    expect(await acceptedBy(hook, { old: hook.secret, new: secret })).toMatchObject({ standard: ['new'], count: 1 });
    const [row] = await service.sql('select previous_secrets from webhook_endpoints where id = $1', [hook.id]);
    expect(row.previous_secrets).toBe('');
  });

  test('many at once: each gets its own secret, and none is lost', async () => {
    ws = await service.workspace();
    const hook = await addLocalHook(ws);
    const answers = await Promise.all(Array.from({ length: 3 }, () => rotate(hook)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const secrets = Object.fromEntries(answers.map(({ body }, at) => [`${at}`, body.secret]));
    const { standard, count } = await acceptedBy(hook, { ...secrets, old: hook.secret });
    expect(standard).toHaveLength(4);
    expect(count).toBe(4);
  });

  test('a dry run changes nothing; a repeated request shows the same secret, which lies encrypted', async () => {
    ws = await service.workspace();
    const hook = await addLocalHook(ws);
    const tried = await ws.api.post(`${pathOf(hook)}/rotate-secret?dry_run=true`, { overlap_hours: 1 });
    expect(tried).toMatchObject({ status: 200, body: { dry_run: true } });
    expect(tried.body).not.toHaveProperty('secret');
    expect(await acceptedBy(hook, { old: hook.secret })).toMatchObject({ standard: ['old'], count: 1 });

    const options = { 'idempotency-key': 'rotate-once' };
    const first = await rotate(hook, {}, options);
    const again = await rotate(hook, {}, options);
    expect(again.body).toEqual(first.body);
    expect(first.headers.get('cache-control')).toBe('no-store');
    const [stored] = await service.sql(`select body from idempotency_keys where key = 'rotate-once'`);
    expect(stored.body).not.toContain(first.body.secret);
    expect(await acceptedBy(hook, { new: first.body.secret })).toMatchObject({ standard: ['new'], count: 2 });
  });

  test.each([
    [{ overlap_hours: -1 }, 'overlap_hours'],
    [{ overlap_hours: 169 }, 'overlap_hours'],
    [{ overlap_hours: 1.5 }, 'overlap_hours'],
    [{ overlap_hours: '24' }, 'overlap_hours'],
    [{ overlap_hours: null }, 'overlap_hours'],
    [{ secret: 'too short' }, 'secret'],
    [{ secret: null }, 'secret'],
    [{ secret: OWN }, 'secret'],
    [{ hours: 3 }, 'hours'],
  ])('400 for %j', async (body, field) => {
    const hook = await addLocalHook(ws, undefined, { secret: OWN });
    expect(await rotate(hook, body)).toMatchObject({ status: 400, body: { meta: { field } } });
    await ws.api.delete(pathOf(hook));
    expect((await rotate(hook)).status).toBe(404);
  });
});
