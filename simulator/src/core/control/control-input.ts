import type { FastifyRequest } from 'fastify';
import { Rejected } from '../calls/response.ts';
import type { Account } from '../world/world.ts';
import type { OpenWorld } from '../worlds/open-world.ts';
import type { RunningPlatform } from '../worlds/running-platforms.ts';

/** The JSON object in the body of a control request; an empty body is an empty object. */
export function bodyOf(request: FastifyRequest): Record<string, unknown> {
  if (!Buffer.isBuffer(request.body) || request.body.length === 0) return {};
  // Asking for the content type keeps other web pages from acting through a visitor's browser.
  if (!request.headers['content-type']?.includes('json')) throw new Rejected(415, 'Send the body as application/json.');
  try {
    const value: unknown = JSON.parse(request.body.toString('utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Falls through to the same rejection.
  }
  throw new Rejected(400, 'The body is not a JSON object.');
}

/** The length of a text, unless another is given. */
const lengthMax = 4_096;

interface Kinds {
  text: string;
  number: number;
  boolean: boolean;
}

/** A field of the kind asked for, or undefined when it is absent or null. */
export function optional<Kind extends keyof Kinds>(
  body: Record<string, unknown>,
  name: string,
  kind: Kind,
  textLengthMax = lengthMax,
): Kinds[Kind] | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  const isRight =
    kind === 'number'
      ? Number.isFinite(value) && Number(value) >= 0
      : typeof value === (kind === 'text' ? 'string' : kind);
  if (!isRight) throw new Rejected(400, `${name} must be a ${kind}.`);
  if (typeof value === 'string' && value.length > textLengthMax)
    throw new Rejected(400, `${name} has at most ${textLengthMax} characters.`);
  return value as Kinds[Kind];
}

export function required<Kind extends keyof Kinds>(
  body: Record<string, unknown>,
  name: string,
  kind: Kind,
  textLengthMax = lengthMax,
): Kinds[Kind] {
  const value = optional(body, name, kind, textLengthMax);
  if (value === undefined || value === '') throw new Rejected(400, `${name} is missing.`);
  return value;
}

export function oneOf<Word extends string>(value: string, name: string, words: readonly Word[]): Word {
  const word = words.find((candidate) => candidate === value);
  if (!word) throw new Rejected(400, `${name} must be one of: ${words.join(', ')}.`);
  return word;
}

export function onlyFields(body: Record<string, unknown>, names: readonly string[]): void {
  const unknown = Object.keys(body).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Rejected(400, `${unknown} is not known here. Known: ${names.join(', ')}.`);
}

/** Query parameters as text; a repeated one counts once. */
export function queryOf(request: FastifyRequest): Record<string, string | undefined> {
  return Object.fromEntries(new URL(request.url, 'http://x').searchParams);
}

export function numberIn(query: Record<string, string | undefined>, name: string): number | undefined {
  const value = query[name];
  if (value === undefined) return undefined;
  if (!/^\d+(\.\d+)?$/.test(value)) throw new Rejected(400, `${name} must be a number.`);
  return Number(value);
}

/** The running platform of that name; 400 otherwise. */
export function platformNamed(world: OpenWorld, name: string): RunningPlatform {
  const platform = world.platforms.get(name);
  if (!platform) throw new Rejected(400, `platform must be one of: ${world.platforms.names.join(', ')}.`);
  return platform;
}

/** The account by its platform_id or username; 404 when the platform has none of that name. */
export function accountNamed({ definition, world }: RunningPlatform, word: string): Account {
  const account = world.accounts.get(word) ?? world.accounts.all().find(({ username }) => username === word);
  if (account) return account;
  throw new Rejected(404, `No account on ${definition.displayName} has this platform_id or username: ${word}.`);
}
