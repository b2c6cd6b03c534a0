import { spawn } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setDefaultCACertificates } from 'node:tls';
import { ca, valid } from '@hubbub/guarded-http/certificates.fixture.ts';
import { until } from '../harness.ts';
import { freePort } from '../kill/child-process.ts';
import { ROOT } from '../sources.ts';

/** A proxy of the distribution in front of two processes. */
export interface ReverseProxy {
  /** The address without a path: `https://localhost:<port>`. */
  readonly origin: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

/** The surroundings of a proxy: its ports, a folder of its own, and the addresses of the processes. */
export interface ProxyPlace {
  readonly tlsPort: number;
  readonly plainPort: number;
  readonly folder: string;
  readonly services: readonly string[];
}

export async function freePorts(): Promise<Pick<ProxyPlace, 'tlsPort' | 'plainPort'>> {
  return { tlsPort: await freePort(), plainPort: await freePort() };
}

/** The program of a distribution's package. Debian keeps some where only root's PATH leads. */
export function findProxy(name: string, given: string | undefined): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin'];
  const places = [given ?? '', ...folders.map((folder) => join(folder, name))];
  return places.find((path) => path !== '' && existsSync(path));
}

/** Makes this process trust the certificate of the proxies. */
export function trustTestCertificates(): void {
  setDefaultCACertificates([ca]);
}

/** Writes the certificate and its key into the folder. */
export function writeCertificate(folder: string): { cert: string; key: string } {
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  writeFileSync(files.cert, valid.cert);
  writeFileSync(files.key, valid.key);
  return files;
}

/** A file of deploy/ with some texts replaced. Throws when it does not hold one of them. */
export function adapted(file: string, replaced: Readonly<Record<string, string>>): string {
  let text = readFileSync(join(ROOT, 'deploy', file), 'utf8');
  for (const [from, to] of Object.entries(replaced)) {
    if (!text.includes(from)) throw new Error(`deploy/${file} does not hold: ${from}`);
    text = text.replaceAll(from, to);
  }
  return text;
}

/** Starts the program from below the folder, and waits until it answers. */
export async function startProxy(program: string, args: readonly string[], place: ProxyPlace): Promise<ReverseProxy> {
  const { folder, tlsPort } = place;
  const link = join(folder, 'program');
  symlinkSync(program, link);
  const child = spawn(link, args, { cwd: folder, env: { HOME: folder }, stdio: ['ignore', 'pipe', 'pipe'] });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece) => {
      said = `${said}${piece}`.slice(-5000);
    });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const origin = `https://localhost:${tlsPort}`;
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${said}`);
    return fetch(`${origin}/`).then(
      (response) => response.status > 0,
      () => false,
    );
  }, `${program} answers`);
  return {
    origin,
    pid: child.pid as number,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      process.off('exit', kill);
    },
  };
}
