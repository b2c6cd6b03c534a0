import { randomBytes } from 'node:crypto';
import type { Body } from './harness.ts';

/** A simulated world in a test. */
export interface TestWorld {
  readonly simulatorUrl: string;
  /** Calls the simulator: `control('POST', 'faults', {…})`. */
  control(method: string, path: string, body?: unknown): Promise<Body>;
}

/** The simulated world at an address. */
export function createWorld(simulatorUrl: string): TestWorld {
  return {
    simulatorUrl,
    async control(method, path, body) {
      const response = await fetch(`${simulatorUrl}/control/${path}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      });
      const text = await response.text();
      if (response.status >= 400) throw new Error(`control ${method} ${path}: ${response.status} ${text}`);
      return text === '' ? undefined : JSON.parse(text);
    },
  };
}

/** A new world of the simulator that answers at `root`. */
export async function makeWorld(root: string): Promise<TestWorld> {
  const world = `w_${randomBytes(16).toString('hex')}`;
  const { status } = await fetch(`${root}/worlds/${world}`, { method: 'PUT' });
  if (status !== 201) throw new Error(`the world was not made: ${status}`);
  return createWorld(`${root}/${world}`);
}

/**
 * The world of a test key, as the service passes it on. With `root`, where the simulator answers itself, it can be
 * reached while the service cannot.
 */
export async function worldOf(
  { url, key }: { readonly url: string; readonly key: string },
  root?: string,
): Promise<TestWorld> {
  const response = await fetch(`${url}/v1/test/world`, { headers: { authorization: `Bearer ${key}` } });
  const { world, url: address } = (await response.json()) as { readonly world: string; readonly url: string };
  return createWorld(root === undefined ? address : `${root}/${world}`);
}
