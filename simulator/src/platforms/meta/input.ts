import type { Call } from '../../core/platform.ts';
import { invalidParameter } from './errors.ts';
import { momentOf } from './time.ts';

/** A value from the body, else from the query, before it is made text. */
function raw(call: Call, name: string): unknown {
  return call.body[name] ?? call.query[name];
}

/** Objects come as JSON bodies, or as JSON text in a form or query. Undefined when absent; throws 100 when it is no object. */
export function objectInput(call: Call, name: string): Readonly<Record<string, unknown>> | undefined {
  const value = raw(call, name);
  if (value === undefined || value === '') return undefined;
  const object = typeof value === 'string' ? parseJson(value) : value;
  if (!isObject(object)) throw invalidParameter(`Param ${name} must be a valid JSON object`);
  return object;
}

/** Lists come as JSON text, as an array, or as text with commas. Undefined when absent. */
export function listInput(call: Call, name: string): unknown[] | undefined {
  const value = raw(call, name);
  if (value === undefined || value === '') return undefined;
  if (Array.isArray(value)) return value;
  if (typeof value !== 'string') throw invalidParameter(`Param ${name} must be an array.`);
  if (!value.trim().startsWith('[')) return value.split(',').map((item) => item.trim());
  const list = parseJson(value);
  if (!Array.isArray(list)) throw invalidParameter(`Param ${name} must be an array.`);
  return list;
}

export function booleanInput(call: Call, name: string): boolean | undefined {
  const value = call.input(name)?.toLowerCase();
  if (value === undefined || value === '') return undefined;
  if (value === 'true' || value === '1') return true;
  if (value === 'false' || value === '0') return false;
  throw invalidParameter(`Param ${name} must be a boolean`);
}

/** Unix seconds or a date, in ms. Undefined when absent. */
export function momentInput(call: Call, name: string): number | undefined {
  const value = call.input(name);
  if (value === undefined || value === '') return undefined;
  const ms = momentOf(value);
  if (Number.isNaN(ms)) throw invalidParameter(`Param ${name} must be a unix timestamp or a date`);
  return ms;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
