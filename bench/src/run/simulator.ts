import { startSimulator } from '../../../simulator/src/index.ts';

/** The simulator in a process of its own: `DATA_DIR`, and `IDLE_MS` until a world sleeps. Prints its address. */
const { DATA_DIR = '', IDLE_MS = '' } = process.env;
const simulator = await startSimulator({ dataDir: DATA_DIR, idleMs: Number(IDLE_MS) });
console.log(`listens on ${simulator.url}`);
process.once('SIGTERM', () => void simulator.close().then(() => process.exit(0)));
