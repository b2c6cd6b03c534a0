import { toConfig } from '../../src/config/config.ts';
import { readEnv } from '../../src/config/env.ts';
import { createLog } from '../../src/observability/logger.ts';
import { startService } from '../../src/startup/service.ts';

const { HANGS_AT = '', ...env } = process.env;
const parse = JSON.parse;
const hostile = new RegExp(HANGS_AT);
/** Never returns from a text that fits HANGS_AT, as if the response of a platform had hit a fault of ours. */
JSON.parse = (text, ...reviver) => {
  while (hostile.test(String(text)));
  return parse(text, ...reviver);
};

const config = toConfig(readEnv(env));
// Thirty ticks are three seconds.
await startService(config, createLog({ level: 'info', format: 'json' }), { tickMs: 100 });
console.log('Hubbub is ready');
