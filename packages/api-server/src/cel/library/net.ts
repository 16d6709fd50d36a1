import { quote } from '@managed-fields/merge-engine';
import { type Address, addressText, isRange, parseAddress } from '../../formats/address.ts';
import { type CelValue, celError, isError, type Opaque } from '../value/cel-value.ts';
import { type Declaration, overloads } from './declaration.ts';

interface Network {
  readonly address: Address;
  readonly bits: number;
}

function ipValue(address: Address): Opaque {
  const text = addressText(address);
  const equals = (other: Opaque) => other.text === text;
  return { kind: 'opaque', type: 'net.IP', content: address, text, equals, size: Math.ceil(address.size / 8) };
}

function cidrValue(network: Network): Opaque {
  const text = `${addressText(network.address)}/${network.bits}`;
  const equals = (other: Opaque) => other.text === text;
  return { kind: 'opaque', type: 'net.CIDR', content: network, text, equals, size: Math.ceil(network.bits / 8) };
}

function readIp(given: CelValue): CelValue {
  const text = String(given);
  const parsed = parseAddress(text);
  if (parsed.kind === 'error') {
    return celError(`IP Address ${quote(text)} parse error during conversion from string: ${parsed.message}`);
  }
  if (parsed.zone !== '') return celError(`IP address ${quote(text)} with zone value is not allowed`);
  if (isMapped(parsed.address)) return celError(`IPv4-mapped IPv6 address ${quote(text)} is not allowed`);
  return ipValue(parsed.address);
}

function isMapped({ size, bits }: Address): boolean {
  return size === 128 && bits >> 32n === 0xffffn;
}

const cidrFailure = 'network address parse error during conversion from string';

function readCidr(given: CelValue): CelValue {
  const text = String(given);
  const parsed = parseNetwork(text);
  if (typeof parsed === 'string') {
    const words = `netip.ParsePrefix(${quote(text)}): ${parsed}`;
    return celError(`${cidrFailure}: ${cidrFailure}: ${words}`);
  }
  if (isMapped(parsed.address)) {
    return celError(`${cidrFailure}: IPv4-mapped IPv6 address ${quote(text)} is not allowed`);
  }
  return cidrValue(parsed);
}

/** Parses a network, or returns the error. Upstream: Go net/netip ParsePrefix. */
function parseNetwork(text: string): Network | string {
  const slash = text.lastIndexOf('/');
  if (slash < 0) return "no '/'";
  const parsed = parseAddress(text.slice(0, slash));
  if (parsed.kind === 'error') return parsed.message;
  if (parsed.zone !== '') return 'IPv6 zones cannot be present in a prefix';
  const length = text.slice(slash + 1);
  if (!/^(?:\d|[1-9]\d+)$/.test(length)) return `bad bits after slash: ${quote(length)}`;
  const bits = Number(length);
  return bits > parsed.address.size ? 'prefix length out of range' : { address: parsed.address, bits };
}

const address = (value: CelValue) => (value as Opaque).content as Address;
const network = (value: CelValue) => (value as Opaque).content as Network;

function masked({ address: { size, bits: value }, bits }: Network): Network {
  const rest = BigInt(size - bits);
  return { address: { size, bits: (value >> rest) << rest }, bits };
}

function isMask(given: Network): boolean {
  return masked(given).address.bits === given.address.bits;
}

function holds(outer: Network, inner: Address): boolean {
  if (outer.address.size !== inner.size) return false;
  return masked({ address: inner, bits: outer.bits }).address.bits === masked(outer).address.bits;
}

const test = (name: string, range: Parameters<typeof isRange>[0]): Declaration =>
  overloads(name, ['ip.() bool', (value = null) => isRange(range, address(value))]);

/** Functions on addresses and networks. Upstream: k8s.io/apiserver pkg/cel/library/ip.go, cidr.go. */
export const netLibrary: readonly Declaration[] = [
  overloads(
    'ip',
    ['(string) ip', (text = null) => readIp(text)],
    ['cidr.() ip', (value = null) => ipValue(network(value).address)],
  ),
  overloads('family', ['ip.() int', (value = null) => (address(value).size === 32 ? 4n : 6n)]),
  overloads('ip.isCanonical', [
    '(string) bool',
    (text = null) => {
      const parsed = readIp(text);
      return isError(parsed) ? parsed : (parsed as Opaque).text === text;
    },
  ]),
  test('isUnspecified', 'unspecified'),
  test('isLoopback', 'loopback'),
  test('isLinkLocalMulticast', 'link-local-multicast'),
  test('isLinkLocalUnicast', 'link-local-unicast'),
  test('isGlobalUnicast', 'global-unicast'),
  overloads('isIP', ['(string) bool', (text = null) => !isError(readIp(text))]),
  overloads('cidr', ['(string) cidr', (text = null) => readCidr(text)]),
  overloads(
    'containsIP',
    ['cidr.(string) bool', (outer = null, text = null) => contains(outer, readIp(text))],
    ['cidr.(ip) bool', (outer = null, inner = null) => contains(outer, inner)],
  ),
  overloads(
    'containsCIDR',
    ['cidr.(string) bool', (outer = null, text = null) => containsNetwork(outer, readCidr(text))],
    ['cidr.(cidr) bool', (outer = null, inner = null) => containsNetwork(outer, inner)],
  ),
  overloads('prefixLength', ['cidr.() int', (value = null) => BigInt(network(value).bits)]),
  overloads('masked', ['cidr.() cidr', (value = null) => cidrValue(masked(network(value)))]),
  overloads('isMask', ['cidr.() bool', (value = null) => isMask(network(value)), { from: 38 }]),
  overloads('isCIDR', ['(string) bool', (text = null) => !isError(readCidr(text))]),
  overloads(
    'string',
    ['(ip) string', (value = null) => (value as Opaque).text],
    ['(cidr) string', (value = null) => (value as Opaque).text],
  ),
];

/**
 * Whether a network contains an address. For a text that is no address upstream looks at the wrong error, so the result
 * is `no such overload`.
 */
function contains(outer: CelValue, inner: CelValue): CelValue {
  return isError(inner) ? celError('no such overload') : holds(network(outer), address(inner));
}

function containsNetwork(outer: CelValue, inner: CelValue): CelValue {
  if (isError(inner)) return inner;
  const [a, b] = [network(outer), network(inner)];
  return a.bits <= b.bits && holds(a, b.address);
}
