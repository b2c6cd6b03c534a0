import { type Child, startChild } from './child-process.ts';

/** The service as its user runs it: a process, started again and again on one port. */
export interface ServiceProcess {
  readonly url: string;
  /** The id of the running process, or of the last one. */
  readonly pid: () => number;
  /** Starts it and waits until it is ready. */
  readonly start: () => Promise<void>;
  /** SIGKILL, and waits until the process is gone. */
  readonly kill: () => Promise<void>;
  /** SIGSTOP: it keeps its connections and its leases, and does nothing. */
  readonly freeze: () => void;
  readonly thaw: () => void;
  /** SIGTERM: it finishes what runs. */
  readonly end: () => Promise<void>;
  /** The output of the running process, or of the last one. */
  readonly output: () => string;
}

export interface ServiceOptions {
  readonly port: number;
  readonly dataDir: string;
  readonly simulatorUrl: string;
  readonly env?: Readonly<Record<string, string>>;
}

const END_MS_MAX = 30_000;

export function serviceProcess({ port, dataDir, simulatorUrl, env = {} }: ServiceOptions): ServiceProcess {
  let child: Child | undefined;
  const settings = {
    PORT: String(port),
    DATA_DIR: dataDir,
    SIMULATOR_URL: simulatorUrl,
    DEFAULT_PLAN: 'pro',
    KEY_REQUESTS_PER_MINUTE: '0',
    ADDRESS_REQUESTS_PER_MINUTE: '0',
    TURN_WAIT_SECONDS: '600',
    // The delays of 30 and 120 seconds before a platform's list is believed become 0.6 and 2.4.
    LOOK_DELAY_FACTOR: '0.02',
    // There are no comments to poll.
    POLL_SECONDS: '86400',
    ...env,
  };
  return {
    url: `http://127.0.0.1:${port}`,
    pid: () => child?.pid ?? 0,
    async start() {
      child = startChild('server/start.mjs', settings);
      await child.says(/Hubbub is ready/);
    },
    async kill() {
      child?.signal('SIGKILL');
      await child?.exited;
    },
    freeze: () => child?.signal('SIGSTOP'),
    thaw: () => child?.signal('SIGCONT'),
    async end() {
      if (child === undefined || child.hasExited()) return;
      child.signal('SIGCONT');
      child.signal('SIGTERM');
      const { output, exited } = child;
      let timer: NodeJS.Timeout | undefined;
      const tooLong = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(new Error(`The service does not end:\n${output()}`)), END_MS_MAX);
      });
      await Promise.race([exited, tooLong]).finally(() => clearTimeout(timer));
    },
    output: () => child?.output() ?? '',
  };
}
