import { BlockList, isIP } from 'node:net';

/** IPv4 blocks that are not ordinary public hosts (IANA special-purpose registry and well-known cloud services). */
const reservedIpv4 = [
  '0.0.0.0/8', // "this network"; many systems connect 0.0.0.0 to themselves
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT; also 100.100.100.200, the metadata service of Alibaba Cloud
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // Azure's platform service: public by number, local by route
  '169.254.0.0/16', // link-local; also 169.254.169.254, the metadata service of most clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments; also 192.0.0.192, the metadata service of Oracle Cloud
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT relays
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // class E and broadcast
];

/**
 * Everything outside this block is blocked: loopback, unspecified, unique local (with fd00:ec2::254), link-local,
 * site-local, multicast, discard, IPv4-mapped, -compatible and -translated, and both NAT64 prefixes.
 */
const globalIpv6 = ['2000::/3'];

const reservedIpv6 = [
  '2001::/23', // protocol assignments: Teredo, benchmarking, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4 embeds any IPv4 address
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
];

/** Networks by family: a shared list would treat an IPv4-mapped IPv6 address as its IPv4 address. */
export interface NetworkList {
  ipv4: BlockList;
  ipv6: BlockList;
}

/**
 * A list of networks in CIDR notation (`10.1.0.0/16`, `fd12::/48`).
 * @throws when an entry is invalid.
 */
export function networkList(networks: readonly string[]): NetworkList {
  const list = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = familyOf(address);
    if (!family || bits === undefined || !/^\d{1,3}$/.test(bits)) throw new Error(`not a network: ${network}`);
    list[family].addSubnet(address, Number(bits), family);
  }
  return list;
}

/** Whether the list holds a literal address. */
export function isListed(list: NetworkList, address: string): boolean {
  const family = familyOf(address);
  return family !== undefined && list[family].check(address, family);
}

/** Undefined unless it is a plain address. A zone id (`fe80::1%eth0`) makes an address local to this machine. */
function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  if (address.includes('%')) return undefined;
  const version = isIP(address);
  return version === 0 ? undefined : version === 4 ? 'ipv4' : 'ipv6';
}

const blocked = networkList([...reservedIpv4, ...reservedIpv6]);
const allowed = networkList(['0.0.0.0/0', ...globalIpv6]);

/** Whether the text is the literal address (no brackets) of an ordinary public host. */
export function isPublicAddress(address: string): boolean {
  return isListed(allowed, address) && !isListed(blocked, address);
}
