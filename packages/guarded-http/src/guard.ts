import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { isListed, isPublicAddress, type NetworkList, networkList } from './address.ts';

/** Which addresses pass the guard. By default: https, a public host and an ordinary port. */
export interface AddressRules {
  /** Also allows plain http. */
  allowHttp?: boolean | undefined;
  /** Allows any host and port: for trials on one machine. */
  allowPrivateNetwork?: boolean | undefined;
  /** Private networks (CIDR) that pass. Local names are then checked by their addresses alone. */
  allowNetworks?: readonly string[] | undefined;
  /** The only ports that pass. By default 80, 443 and 1024 upwards, which excludes mail, shell and similar services. */
  ports?: readonly number[] | undefined;
}

/** Resolves a host name to all of its addresses; rejects like `dns.lookup`. */
export type Lookup = (hostname: string) => Promise<readonly LookupAddress[]>;

export type UrlCheck = { ok: true; url: URL } | { ok: false; reason: string };

/** The rules forbid the address of a connection. */
export class AddressBlocked extends Error {}

const urlLengthMax = 8192;
const privateAddress = 'must not point to a private network address';
const localName = /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|home\.arpa|svc)$/;

/** Parses a URL and removes trailing dots of its host, so that one host has one spelling. Undefined when it is invalid. */
export function parseUrl(input: string | URL): URL | undefined {
  const url = URL.parse(String(input));
  if (url?.hostname.endsWith('.')) url.hostname = url.hostname.replace(/(?<!\.)\.+$/, '');
  return url ?? undefined;
}

/**
 * Checks a URL without network: scheme, credentials, port, literal address in any notation, local names. The addresses
 * of a name are checked at the connection. The reason completes "url …".
 */
export function checkUrl(input: string | URL, rules: AddressRules = {}): UrlCheck {
  const text = String(input);
  if (text.length > urlLengthMax) return { ok: false, reason: `must not be longer than ${urlLengthMax} characters` };
  // The URL parser drops line breaks and trims spaces, so the result may not be the intended address.
  if (/[\x00-\x20\x7f]/.test(text)) return { ok: false, reason: 'must not contain spaces or control characters' };
  const url = parseUrl(text);
  if (!url) return { ok: false, reason: 'must be a valid URL' };
  const reason = urlBlockReason(url, rules);
  return reason === undefined ? { ok: true, url } : { ok: false, reason };
}

/** Why the rules forbid a URL, or undefined. */
export function urlBlockReason(url: URL, rules: AddressRules): string | undefined {
  const isHttp = url.protocol === 'http:' && rules.allowHttp === true;
  if (url.protocol !== 'https:' && !isHttp) return rules.allowHttp ? 'must use http or https' : 'must use https';
  if (url.username !== '' || url.password !== '') return 'must not carry a user name or password';
  return rules.allowPrivateNetwork ? undefined : (portBlockReason(url, rules) ?? hostBlockReason(url.hostname, rules));
}

function portBlockReason(url: URL, { ports }: AddressRules): string | undefined {
  const defaultPort = url.protocol === 'https:' ? 443 : 80;
  const port = url.port === '' ? defaultPort : Number(url.port);
  const isAllowed = ports ? ports.includes(port) : port === 80 || port === 443 || port >= 1024;
  return isAllowed ? undefined : `must not use port ${port}`;
}

function hostBlockReason(hostname: string, rules: AddressRules): string | undefined {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/(?<!\.)\.+$/, '');
  if (isIP(host) !== 0) return isAddressAllowed(host, rules) ? undefined : privateAddress;
  if (rules.allowNetworks?.length) return undefined;
  if (localName.test(host)) return 'must not point to a local host name';
  return host.includes('.') ? undefined : 'must carry a full host name';
}

function isAddressAllowed(address: string, { allowPrivateNetwork, allowNetworks }: AddressRules): boolean {
  if (allowPrivateNetwork || isPublicAddress(address)) return true;
  return allowNetworks !== undefined && isListed(listOf(allowNetworks), address);
}

/** A list is parsed once: that takes as long as all the rest of a request. */
const lists = new WeakMap<readonly string[], NetworkList>();

function listOf(networks: readonly string[]): NetworkList {
  const known = lists.get(networks);
  if (known !== undefined) return known;
  const list = networkList(networks);
  lists.set(networks, list);
  return list;
}

/**
 * A connector that checks addresses when it connects. It resolves a name once per connection and connects to the checked
 * addresses, so the name cannot change in between. Node never calls `lookup` for a literal address, so the connector
 * itself checks those.
 */
export function guardedConnector(
  rules: AddressRules,
  options: buildConnector.BuildOptions,
  lookup: Lookup = resolveAll,
): buildConnector.connector {
  const connect = buildConnector({ ...options, lookup: checkedLookup(rules, lookup) });
  return (target, callback) => {
    const reason = rules.allowPrivateNetwork ? undefined : hostBlockReason(target.hostname, rules);
    if (reason === undefined) return connect(target, callback);
    queueMicrotask(() => callback(new AddressBlocked(reason), null));
  };
}

/** Adapts a `lookup` to the form that sockets need, without checks. */
export function plainLookup(lookup: Lookup): LookupFunction {
  return checkedLookup({ allowPrivateNetwork: true }, lookup);
}

function checkedLookup(rules: AddressRules, lookup: Lookup): LookupFunction {
  const resolve = async (hostname: string): Promise<LookupAddress[]> => {
    const addresses = [...(await lookup(hostname))];
    if (addresses.length === 0) throw Object.assign(new Error('no address'), { code: 'ENOTFOUND' });
    // One forbidden address blocks the name: mixed private and public addresses suggest an attack.
    if (!addresses.every(({ address }) => isAddressAllowed(address, rules))) throw new AddressBlocked(privateAddress);
    return addresses;
  };
  return (hostname, { all }, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses as [LookupAddress];
        if (all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, '', 0),
    );
  };
}

const resolveAll: Lookup = (hostname) => systemLookup(hostname, { all: true });
