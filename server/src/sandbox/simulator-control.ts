import { createHttpClient, open } from '@hubbub/guarded-http';
import { NO_WORLD } from '../core/ids.ts';

/** The simulator, and the operator's token, which the list of worlds may want. */
export interface SimulatorControl {
  readonly simulatorUrl: string;
  readonly operatorToken: string;
}

/** The world of what belongs to no tenant. */
export const INSTALLATION = 'installation';

/** The base of every address of a world. */
export function worldUrl(simulatorUrl: string, worldId: string): string {
  return `${simulatorUrl}/${worldId}`;
}

/** The simulator answered with a rejection. */
export class SimulatorRejection extends Error {
  override readonly name = 'SimulatorRejection';
  readonly status: number;
  /** The world does not exist. */
  readonly lacksWorld: boolean;

  constructor(what: string, status: number, body: string, lacksWorld: boolean) {
    super(`the simulator rejected ${what}: ${status} ${body.slice(0, 300)}`);
    this.status = status;
    this.lacksWorld = lacksWorld;
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

const client = createHttpClient({ policy: open });

/** Calls the control API of a world and returns its JSON. @throws SimulatorRejection, or HttpFailure when it is away */
export async function callControl<T>(
  simulator: SimulatorControl,
  worldId: string,
  method: Method,
  path: string,
  json?: unknown,
): Promise<T> {
  return callSimulator(simulator, method, `${worldId}/control/${path}`, json);
}

/** Calls any address of the simulator that the operator's token opens, such as the list of worlds. @throws as callControl */
export async function callSimulator<T>(
  { simulatorUrl, operatorToken }: SimulatorControl,
  method: Method,
  path: string,
  json?: unknown,
): Promise<T> {
  const response = await client.request({
    method,
    url: `${simulatorUrl}/${path}`,
    headers: { authorization: `Bearer ${operatorToken}` },
    ...(json === undefined ? {} : { body: { json } }),
    timeoutMs: 15_000,
  });
  if (response.status >= 300)
    throw new SimulatorRejection(`${method} ${path}`, response.status, response.text(), NO_WORLD in response.headers);
  return response.json() as T;
}

/** Deletes a world with all that is in it, if it is there. @throws HttpFailure when the simulator is away */
export async function removeSimulated(simulator: SimulatorControl, worldId: string): Promise<void> {
  await callSimulator(simulator, 'DELETE', `worlds/${worldId}`).catch((error: unknown) => {
    if (!(error instanceof SimulatorRejection && error.status === 404)) throw error;
  });
}
