import { write } from 'node:fs';
import { Session } from 'node:inspector';
import { workerData } from 'node:worker_threads';

/** @import { Watched } from './watchdog.ts' */
const { turns, tickMs, ticksMax, databaseUrl } = /** @type {Watched} */ (workerData);

/** Calls into native code cannot be interrupted before they return. */
const ANSWER_MS_MAX = 10_000;
const STEP_MS_MAX = 5000;
/** Runs in the main thread, in the midst of its work. */
const LOOK = `({
  isDebugged: process.getBuiltinModule('node:inspector').url() !== undefined,
  work: globalThis[Symbol.for('hubbub.work')]?.getStore(),
  stack: new Error().stack,
})`;

let last = 0;
let ticks = 0;
let isEnding = false;
setInterval(async () => {
  if (isEnding) return;
  const now = Atomics.load(turns, 0);
  ticks = now === last ? ticks + 1 : 0;
  last = now;
  if (ticks < ticksMax) return;
  isEnding = true;
  await endProcess();
  isEnding = false;
  ticks = 0;
}, tickMs);

/** Returns when somebody debugs the main thread, or when it turned meanwhile. */
async function endProcess() {
  const main = new Session();
  main.connectToMainThread();
  const { isDebugged, work, stack } = (await ask(main, LOOK)) ?? {};
  if (isDebugged || Atomics.load(turns, 0) !== last) return main.disconnect();
  const { action_id: actionId, tenant_id: tenantId } = work?.facts ?? {};
  await within(STEP_MS_MAX, log(work, stack));
  if (actionId !== undefined) await within(STEP_MS_MAX, count(tenantId, actionId));
  process.kill(process.pid, 'SIGKILL');
  // The first process of a container gets no signals from inside of it.
  for (;;) await ask(main, 'process.reallyExit(137)');
}

/** The value of an expression in the main thread; undefined when it does not answer. */
function ask(main, expression) {
  const { promise, resolve } = Promise.withResolvers();
  main.post('Runtime.evaluate', { expression, returnByValue: true }, (_error, found) => resolve(found?.result?.value));
  return within(ANSWER_MS_MAX, promise);
}

/** One line, in the form of all others. A full pipe must not hold the end up, so it is not written synchronously. */
function log(work, stack) {
  const { origin, facts } = work ?? {};
  const line = {
    level: 'fatal',
    time: new Date().toISOString(),
    ...(origin?.requestId ? { request_id: origin.requestId } : {}),
    ...facts,
    err: { type: 'Hang', message: 'The event loop did not turn.', stack: stack ?? 'in native code' },
    msg: `the event loop did not turn for ${ticksMax} ticks: the watchdog ends the process`,
  };
  const { promise, resolve } = Promise.withResolvers();
  write(2, `${JSON.stringify(line)}\n`, resolve);
  return promise;
}

async function count(tenantId, actionId) {
  const { countHang } = await import('./count-hang.ts');
  await countHang(databaseUrl, tenantId, actionId);
}

function within(milliseconds, work) {
  return Promise.race([work.catch(() => {}), new Promise((resolve) => setTimeout(resolve, milliseconds))]);
}
