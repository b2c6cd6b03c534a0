import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, onTestFinished } from 'vitest';
import type { CommandOutput } from '../../src/cli/command.ts';
import { commands } from '../../src/cli/commands/index.ts';
import { type Parsed, parse } from '../../src/cli/parse.ts';
import { toConfig } from '../../src/config/config.ts';
import { readEnv } from '../../src/config/env.ts';
import { isClear } from '../../src/startup/exit.ts';
import { dropDatabase } from '../drop-database.ts';
import { withDatabase } from '../global-setup.ts';
import { type Body, type Client, createClient } from '../harness.ts';
import { worldOf } from '../world.ts';

export type Settings = Record<string, string>;

/** Runs a command of the operator in this process. */
export async function here(args: readonly string[], settings: Settings): Promise<CommandOutput & { json: Body }> {
  const { command, options, words } = parse(args, commands) as Parsed;
  const config = toConfig(readEnv(settings));
  return command.run({ options, words, config, print: () => {}, note: () => {} });
}

/** The JSON of a command that succeeds. */
export async function json(args: readonly string[], settings: Settings): Promise<Body> {
  const { exitCode = 0, json: output } = await here(args, settings);
  expect(exitCode).toBe(0);
  return JSON.parse(JSON.stringify(output));
}

/** The one line of a command that fails. */
export async function rejection(args: readonly string[], settings: Settings): Promise<string> {
  const error = await here(args, settings).then(
    ({ text }) => expect.fail(`it succeeded: ${text}`),
    (thrown: unknown) => thrown,
  );
  expect(isClear(error), String(error)).toBe(true);
  const { message } = error as Error;
  expect(message).not.toContain('\n');
  return message;
}

/** An empty database on the server of the tests whose owner may only create roles, as settings. */
export async function ordinaryDatabase(templateUrl: string): Promise<Settings & { DATABASE_URL: string }> {
  const name = `ordinary_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: withDatabase(templateUrl, 'postgres') });
  await admin.connect();
  await admin.query(`create role ${name} login createrole password 'ordinary'`);
  // Only the maker of the roles may give them to others. An earlier database may have made them.
  await admin.query(`grant hubbub_app, hubbub_workers to ${name} with admin option`).catch(() => {});
  await admin.query(`create database ${name} owner ${name}`);
  onTestFinished(async () => {
    await dropDatabase(admin, name);
    await admin.query(`drop role if exists ${name}`).catch(() => {});
    await admin.end();
  });
  return { DATABASE_URL: withDatabase(templateUrl, name).replace(/\/\/[^@/]*@/, `//${name}:ordinary@`) };
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
    await client.query('set local role hubbub_workers');
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
