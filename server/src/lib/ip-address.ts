import { BlockList, isIP, isIPv4 } from 'node:net';

/** The address without the IPv6 form of an IPv4 address and without a zone. */
export function plainAddress(address: string): string {
  const bare = address.replace(/%.*/s, '');
  const inner = /^::ffff:(.*)$/i.exec(bare)?.[1];
  return inner !== undefined && isIPv4(inner) ? inner : bare;
}

/** Whether the text is an address (`192.0.2.7`, `2001:db8::1`) or a CIDR block (`192.0.2.0/24`, `2001:db8::/32`). */
export function isAddressOrBlock(text: string): boolean {
  const [, address = '', bits] = /^([^/%]+)(?:\/(0|[1-9]\d{0,2}))?$/.exec(text) ?? [];
  const family = isIP(address);
  return family !== 0 && plainAddress(address) === address && Number(bits ?? 0) <= (family === 4 ? 32 : 128);
}

/** Addresses and CIDR blocks, each of which `isAddressOrBlock`. */
export interface AddressList {
  has(address: string): boolean;
}

export function addressList(entries: readonly string[]): AddressList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return {
    has(given) {
      const address = plainAddress(given);
      return isIP(address) !== 0 && list.check(address, familyOf(address));
    },
  };
}

/** The network that one client has at its disposal: an IPv4 address, or the first 64 bits of an IPv6 address. */
export function networkOf(given: string): string {
  const address = plainAddress(given);
  const family = isIP(address);
  if (family !== 6) return family === 4 ? address : 'unknown';
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length);
  const whole = [...groups, ...Array.from({ length: missing }, () => '0'), ...(tail ?? '').split(':')];
  return whole
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6';
}
