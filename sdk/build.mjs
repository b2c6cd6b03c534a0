// "npm run build -w sdk" compiles src/ into dist/, which is what is published.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url));
execFileSync(process.execPath, [pathOf('../prepare.mjs')], { stdio: 'inherit' });
rmSync(pathOf('dist'), { recursive: true, force: true });
execFileSync(process.execPath, [pathOf('../node_modules/typescript/bin/tsc'), '-p', pathOf('tsconfig.json')], {
  stdio: 'inherit',
});
// The compiler rewrites the names of imported files in its JavaScript only.
for (const name of globSync('dist/**/*.d.ts', { cwd: pathOf('.') })) {
  const text = readFileSync(pathOf(name), 'utf8');
  writeFileSync(pathOf(name), text.replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"));
}
