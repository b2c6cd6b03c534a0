import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  adapted,
  findProxy,
  type ProxyPlace,
  type ReverseProxy,
  startProxy,
  writeCertificate,
} from './proxy.fixture.ts';

export const HAPROXY = findProxy('haproxy', process.env.HAPROXY_TEST_BINARY);

/** Runs HAProxy with deploy/haproxy/cells.cfg in front of two cells. `directory`: the lines of its map. */
export async function startHaproxy(place: Omit<ProxyPlace, 'folder'>, directory: string): Promise<ReverseProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'hubbub-haproxy-'));
  const { cert, key } = writeCertificate(folder);
  writeFileSync(join(folder, 'hubbub.pem'), `${readFileSync(cert, 'utf8')}\n${readFileSync(key, 'utf8')}`);
  writeFileSync(join(folder, 'cells.map'), directory);
  const text = adapted('haproxy/cells.cfg', {
    'bind :443': `bind 127.0.0.1:${place.tlsPort}`,
    '/etc/haproxy/hubbub.pem': join(folder, 'hubbub.pem'),
    '/etc/haproxy/cells.map': join(folder, 'cells.map'),
    'server api1 127.0.0.1:8080': `server api1 ${new URL(place.services[0] ?? '').host}`,
    'server api1 127.0.0.1:8081': `server api1 ${new URL(place.services[1] ?? '').host}`,
  });
  writeFileSync(join(folder, 'haproxy.cfg'), text);
  return startProxy(HAPROXY as string, ['-db', '-f', join(folder, 'haproxy.cfg')], { ...place, folder });
}
