// Plain JavaScript, so that an outdated runtime can still print a clear message.
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

function giveUp(line) {
  console.error(line);
  process.exit(1);
}

if (Number(process.versions.node.split('.')[0]) < 24) {
  giveUp(
    `Hubbub needs Node 24 and found ${process.version}. In ${ROOT} run "npm ci", which brings it (after "npm ci --ignore-scripts": "npm rebuild node"), then start with npm: npm start`,
  );
}
module.enableCompileCache?.();
// The relative name in an import is that of the file. Without searching, a start takes a quarter less CPU time.
module.registerHooks?.({
  resolve(name, context, next) {
    const isFile = /^\.\.?\/.*\.[jt]s$/.test(name) && context.conditions.includes('import');
    if (!isFile) return next(name, context);
    const format = name.endsWith('.ts') ? 'module-typescript' : undefined;
    return { url: new URL(name, context.parentURL).href, format, shortCircuit: true };
  },
});

const entries = {
  cli: 'src/cli/main.ts',
  demo: 'src/demo/main.ts',
  openapi: 'src/generate/openapi.ts',
  capabilities: 'src/generate/write-capability-tables.ts',
  sdk: '../sdk/generate/main.ts',
  test: '../node_modules/vitest/vitest.mjs',
  bench: '../bench/src/main.ts',
  'prove:publishing': 'test/crash/main.ts',
};
const [word = '', ...rest] = process.argv.slice(2);
if (Object.hasOwn(entries, word))
  process.argv.splice(2, process.argv.length, ...(word === 'test' ? ['run'] : []), ...rest);
else if (word !== '')
  giveUp(`There is no ${word} to start. Known: ${Object.keys(entries).join(', ')}; nothing starts the service.`);

await import(new URL(entries[word] ?? 'src/main.ts', import.meta.url).href).catch((error) => {
  const missing = /Cannot find (?:package|module) '([^']+)'/.exec(error?.message)?.[1];
  if (error?.code !== 'ERR_MODULE_NOT_FOUND' || missing === undefined || missing.startsWith(`${ROOT}server/src`))
    throw error;
  giveUp(`A package is missing (${missing}). Run "npm ci" in ${ROOT} first.`);
});
