import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { MadeAccount } from './testing.ts';
import type { LedgerEntry } from './world/ledger.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'hubbub-kill-'));
let child: ChildProcess | undefined;

afterAll(() => {
  child?.kill('SIGKILL');
  rmSync(dataDir, { recursive: true });
});

/** Starts the simulator as its own process; gives its address. */
async function start(): Promise<string> {
  const main = join(import.meta.dirname, '../main.ts');
  child = spawn(process.execPath, [main], {
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of child.stdout ?? []) {
    const url = /http:\S+/.exec(String(line))?.[0];
    if (url) return url;
  }
  throw new Error('The simulator did not start.');
}

async function kill(): Promise<void> {
  const gone = new Promise((resolve) => child?.once('exit', resolve));
  child?.kill('SIGKILL');
  await gone;
}

test('whatever was answered before a kill -9 is in its world afterwards, once, without a gap', async () => {
  let url = await start();
  const json = { 'content-type': 'application/json' };
  const worlds = await Promise.all(
    ['w_aaaaaaaaaaaaaaaa', 'w_bbbbbbbbbbbbbbbb', 'w_cccccccccccccccc'].map(async (world) => {
      await fetch(`${url}/worlds/${world}`, { method: 'PUT' });
      const account = { method: 'POST', headers: json, body: '{"platform":"mastodon"}' };
      const made = (await (await fetch(`${url}/${world}/control/accounts`, account)).json()) as MadeAccount;
      const headers = { ...json, authorization: `Bearer ${made.tokens.access_token}` };
      return { world, headers, answered: [] as string[], sent: new Set<string>() };
    }),
  );

  for (let round = 0; round < 3; round += 1) {
    const base = url;
    const before = worlds.map(({ answered }) => answered.length);
    const writers = [...worlds, ...worlds].map(async ({ world, headers, answered, sent }, writer) => {
      for (let number = 0; ; number += 1) {
        const status = `${round}-${writer}-${number}`;
        sent.add(status);
        const response = await fetch(`${base}/${world}/mastodon/api/v1/statuses`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ status }),
        });
        if (response.ok) answered.push(((await response.json()) as { id: string }).id);
      }
    });
    const done = Promise.allSettled(writers);
    while (worlds.some(({ answered }, index) => answered.length < (before[index] ?? 0) + 5))
      await new Promise((resolve) => setTimeout(resolve, 20));
    await kill();
    await done;
    url = await start();
  }

  for (const { world, headers, answered, sent } of worlds) {
    const ledger = await fetch(`${url}/${world}/control/ledger`);
    const { entries } = (await ledger.json()) as { entries: LedgerEntry[] };
    expect(answered.length).toBeGreaterThan(10);
    const inLedger = entries.map(({ platform_id }) => platform_id);
    expect(answered.filter((id) => !inLedger.includes(id))).toEqual([]);
    expect(new Set(inLedger).size).toBe(inLedger.length);
    expect(entries.every(({ text }) => sent.has(text))).toBe(true);
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_entry, index) => index + 1));
    const newest = await fetch(`${url}/${world}/mastodon/api/v1/statuses/${inLedger.at(-1)}`, { headers });
    expect(newest.status).toBe(200);
  }
});
