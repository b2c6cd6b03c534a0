import { createHttpClient, open } from '@hubbub/guarded-http';

/** The simulator, and the operator's token, which its control API may want. */
export interface SimulatorControl {
  readonly simulatorUrl: string;
  readonly operatorToken: string;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

const client = createHttpClient({ policy: open });

/** Calls the control API and returns its JSON. @throws when the simulator refuses, or HttpFailure when it is away. */
export async function callControl<T>(
  control: SimulatorControl,
  method: Method,
  path: string,
  json?: unknown,
): Promise<T> {
  return callSimulator(control, method, `control/${path}`, json);
}

/** Calls any address of the simulator that the operator's token opens, such as that of a receiver. @throws as callControl. */
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
    throw new Error(`the simulator refused ${method} ${path}: ${response.status} ${response.text().slice(0, 300)}`);
  return response.json() as T;
}
