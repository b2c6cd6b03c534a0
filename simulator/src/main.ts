import { startSimulator } from './index.ts';

/** Runs the simulator alone. The environment is read here and nowhere else. */
const { PORT = '8090', HOST = '127.0.0.1', DATA_DIR = './data/simulator', OPERATOR_TOKEN, ORIGIN_WORLD } = process.env;

try {
  const simulator = await startSimulator({
    port: Number(PORT),
    host: HOST,
    dataDir: DATA_DIR,
    token: OPERATOR_TOKEN || undefined,
    ...(ORIGIN_WORLD ? { originWorld: ORIGIN_WORLD } : {}),
    log: (line) => process.stdout.write(`${line}\n`),
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void simulator.close().then(() => process.exit(0)));
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`The simulator did not start (PORT=${PORT}, HOST=${HOST}, DATA_DIR=${DATA_DIR}): ${reason}\n`);
  process.exit(1);
}
