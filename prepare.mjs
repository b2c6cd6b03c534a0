// `npm ci` and `npm run check` run this: it makes what is needed and not committed, where it is missing or stale.
// Plain JavaScript, because an older Node may run it before the packaged one is on the PATH.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const NODE_MIN = 24;
const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url));
const packages = ['sdk/node_modules/openapi-typescript', 'node_modules/openapi-typescript'];
const isOld = Number(process.versions.node.split('.')[0]) < NODE_MIN;
const packagedNode = pathOf('node_modules/.bin/node');

if (!packages.some((name) => existsSync(pathOf(name))) || (isOld && !existsSync(packagedNode)))
  console.log(
    'prepare: development packages are missing, so the files of the SDK are not made. The service needs none.',
  );
else if (isOld) process.exitCode = spawnSync(packagedNode, [pathOf('prepare.mjs')], { stdio: 'inherit' }).status ?? 1;
else await (await import('./sdk/generate/generated.ts')).makeGenerated();
