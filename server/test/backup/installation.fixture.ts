import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished } from 'vitest';
import { dropDatabase } from '../drop-database.ts';
import { withDatabase } from '../global-setup.ts';
import { type Body, type Client, createClient } from '../harness.ts';
import { hubbub } from '../start/processes.fixture.ts';
import { worldOf } from '../world.ts';

export type Settings = Record<string, string>;

/** The JSON of a command that succeeds. */
export async function json(words: readonly string[], settings: Settings): Promise<Body> {
  const { code, out, err } = await hubbub([...words, '--json'], settings);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out);
}

/** The one line of a command that fails. */
export async function refusal(words: readonly string[], settings: Settings): Promise<string> {
  const { code, out, err } = await hubbub(words, settings);
  expect({ code, lines: err.trim().split('\n').length }, `${out}${err}`).toEqual({ code: 1, lines: 1 });
  return err.trim();
}

/** An empty database on the server of the tests whose owner may only create roles, as settings. */
export async function ordinaryDatabase(templateUrl: string): Promise<Settings & { DATABASE_URL: string }> {
  const name = `ordinary_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: withDatabase(templateUrl, 'postgres') });
  await admin.connect();
  await admin.query(`create role ${name} login createrole password 'ordinary'`);
  // Where earlier databases made the roles, only their maker may give them away.
  await admin.query(`grant hubbub_app, hubbub_lanes to ${name} with admin option`).catch(() => {});
  await admin.query(`create database ${name} owner ${name}`);
  onTestFinished(async () => {
    await dropDatabase(admin, name);
    await admin.query(`drop role if exists ${name}`).catch(() => {});
    await admin.end();
  });
  const url = new URL(withDatabase(templateUrl, name));
  const address = withDatabase(templateUrl, name).replace(/\/\/[^@/]*@/, `//${name}:ordinary@`);
  return { DATABASE_URL: url.host === '' ? address : address };
}

/** Uploads one image; its id. */
export async function uploadImage(api: Client, service: { url: string; key: string }): Promise<string> {
  const { simulatorUrl } = await worldOf(service);
  const form = new FormData();
  form.set('file', await (await fetch(`${simulatorUrl}/files/sample.jpg`)).blob(), 'a.jpg');
  const { status, body, text } = await api.post('/v1/media/upload', form);
  expect(status, text).toBe(201);
  return body.media_id ?? body.id;
}

/** All lists of the API that a key reaches, without what moves by itself. */
export async function listsOf(url: string, key: string): Promise<Record<string, Body>> {
  const api = createClient(url, key);
  const paths = ['posts', 'accounts', 'brands', 'media', 'webhooks', 'events', 'inbox/comments', 'inbox/conversations'];
  const lists: Record<string, Body> = {};
  for (const path of paths) {
    const { status, text } = await api.get(`/v1/${path}?limit=100`);
    expect(status, text).toBe(200);
    const port = new URL(url).port;
    lists[path] = JSON.parse(text.replaceAll(`:${port}/`, ':port/').replaceAll(/\?[^"]*signature[^"]*/g, ''));
  }
  return lists;
}

/** Runs SQL as the owner of a database, around row level security. */
export async function rowsAt(url: string, text: string): Promise<Body[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('set local role hubbub_lanes');
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

export function secretsKeyOf(dataDir: string): string {
  return readFileSync(join(dataDir, 'secrets.key'), 'utf8');
}
