// Plain JavaScript, so that a runtime too old for the rest can still say what is wrong.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  console.error(
    `Hubbub needs Node 24 and found ${process.version}. "npm ci" brings it; after "npm ci --ignore-scripts" run "npm rebuild node", then start again with npm.`,
  );
  process.exit(1);
}
enableCompileCache?.();

const [word, ...rest] = process.argv.slice(2);
const entries = { cli: 'src/cli/main.ts', demo: 'src/demo/main.ts', openapi: 'src/write-openapi.ts', test: 'test/run.ts', bench: '../bench/src/main.ts' };
const entry = entries[word] ?? 'src/main.ts';
process.argv.splice(2, process.argv.length, ...(word in entries ? rest : process.argv.slice(2)));
await import(new URL(entry, import.meta.url).href).catch((error) => {
  if (error?.code !== 'ERR_MODULE_NOT_FOUND' || !/Cannot find package/.test(error.message)) throw error;
  console.error(`A package is missing (${error.message.match(/'([^']+)'/)?.[1]}). Run "npm ci" in ${fileURLToPath(new URL('..', import.meta.url))} first.`);
  process.exit(1);
});
