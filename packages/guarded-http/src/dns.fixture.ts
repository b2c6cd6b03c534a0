import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import type { Lookup } from './index.ts';
import { onTestEnd } from './servers.fixture.ts';

const RECORD_A = 1;
const RECORD_AAAA = 28;
const HEADER_BYTES = 12;

/**
 * A DNS server on 127.0.0.1 whose responses may differ from one question to the next, and are to be kept for no time.
 * `answer` gives the addresses of a name. Returns a lookup that asks it.
 */
export async function startDns(answer: (name: string) => readonly string[]): Promise<Lookup> {
  const socket = createSocket('udp4');
  socket.on('message', (question, from) => socket.send(respond(question, answer), from.port, from.address));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestEnd(() => new Promise<void>((resolve) => socket.close(() => resolve())));
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return async (hostname) => {
    const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    return addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  };
}

/** The response to one question (RFC 1035, 4): its own bytes, then a record for each address of the wanted family. */
function respond(question: Buffer, answer: (name: string) => readonly string[]): Buffer {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  const type = question.readUInt16BE(at + 1);
  const asked = question.subarray(HEADER_BYTES, at + 5);
  const records = answer(labels.join('.').toLowerCase())
    .filter((address) => (isIPv6(address) ? RECORD_AAAA : RECORD_A) === type)
    .map(recordOf);
  const header = Buffer.alloc(HEADER_BYTES);
  question.copy(header, 0, 0, 2);
  // A response, recursion available, no error; one question.
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, asked, ...records]);
}

function recordOf(address: string): Buffer {
  const isV6 = isIPv6(address);
  const bytes = isV6 ? bytesOfV6(address) : Buffer.from(address.split('.').map(Number));
  const head = Buffer.alloc(12);
  // The name is the one of the question.
  head.writeUInt16BE(0xc000 + HEADER_BYTES, 0);
  head.writeUInt16BE(isV6 ? RECORD_AAAA : RECORD_A, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(0, 6);
  head.writeUInt16BE(bytes.length, 10);
  return Buffer.concat([head, bytes]);
}

function bytesOfV6(address: string): Buffer {
  const [left = '', right = ''] = address.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const [first, last] = [groups(left), groups(right)];
  const middle = Array.from({ length: 8 - first.length - last.length }, () => '0');
  const bytes = Buffer.alloc(16);
  [...first, ...middle, ...last].forEach((group, index) => {
    bytes.writeUInt16BE(Number.parseInt(group, 16), index * 2);
  });
  return bytes;
}
