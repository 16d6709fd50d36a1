import { quote, textOfUtf8, utf8 } from '@managed-fields/merge-engine';
import { type CelValue, celError, isError, listValue, type Opaque } from '../value/cel-value.ts';
import { mapKey, mapValue } from '../value/map-value.ts';
import { parseAddress } from './address.ts';
import { type Declaration, overloads } from './declaration.ts';

/** A URL, split as Go's net/url does. */
interface Url {
  readonly scheme: string;
  readonly host: string;
  readonly path: string;
  readonly query: string;
  readonly opaque: boolean;
}

/** Thrown inside this file only, by a malformed URL. */
class Refused extends Error {}

function refuse(words: string): never {
  throw new Refused(words);
}

/** Parses a URL without a fragment, or returns Go's error. Upstream: Go net/url ParseRequestURI. */
function parseRequest(text: string): Url | string {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof Refused) return `parse ${quote(text)}: ${error.message}`;
    throw error;
  }
}

/** Returns why a text is not a URL; undefined where it is one. */
export function requestUriComplaint(text: string): string | undefined {
  const parsed = parseRequest(text);
  return typeof parsed === 'string' ? parsed : undefined;
}

function parse(text: string): Url {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (/[\u0000-\u001f\u007f]/.test(text)) refuse('net/url: invalid control character in URL');
  if (text === '') refuse('empty url');
  if (text === '*') return { scheme: '', host: '', path: '*', query: '', opaque: false };
  if (text.startsWith(':')) refuse('missing protocol scheme');
  const named = /^[a-zA-Z][a-zA-Z0-9+.-]*:/.exec(text)?.[0] ?? '';
  const scheme = named.slice(0, -1).toLowerCase();
  const [before = '', query = ''] = cut(text.slice(named.length), '?');
  if (!before.startsWith('/')) {
    if (scheme === '') refuse('invalid URI for request');
    return { scheme, host: '', path: '', query, opaque: true };
  }
  if (scheme === '' || !before.startsWith('//')) {
    return { scheme, host: '', path: checkedPath(before), query, opaque: false };
  }
  const slash = before.indexOf('/', 2);
  const host = parseAuthority(scheme, slash < 0 ? before.slice(2) : before.slice(2, slash));
  return { scheme, host, path: checkedPath(slash < 0 ? '' : before.slice(slash)), query, opaque: false };
}

function cut(text: string, mark: string): readonly [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function checkedPath(path: string): string {
  checkEscapes(path);
  return path;
}

function checkEscapes(text: string): void {
  const bad = /%(?![0-9a-fA-F]{2}).{0,2}/su.exec(text)?.[0];
  if (bad !== undefined) refuse(`invalid URL escape ${quote(bad)}`);
}

function parseAuthority(scheme: string, authority: string): string {
  const at = authority.lastIndexOf('@');
  const host = parseHost(scheme, authority.slice(at + 1));
  const user = authority.slice(0, Math.max(at, 0));
  if (!/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(user)) refuse('net/url: invalid userinfo');
  checkEscapes(user);
  return host;
}

function parseHost(scheme: string, host: string): string {
  const open = host.lastIndexOf('[');
  if (open > 0) refuse('invalid IP-literal');
  if (open === 0) {
    const close = host.lastIndexOf(']');
    if (close < 0) refuse("missing ']' in host");
    checkPort(host.slice(close + 1));
    const parsed = parseAddress(host.slice(1, close).replace('%25', '%'));
    if (parsed.kind === 'error') refuse(`invalid host: ${parsed.message}`);
    if (parsed.address.size === 32) refuse('invalid IP-literal');
    return host.replace('%25', '%');
  }
  const strict = scheme === 'http' || scheme === 'https';
  const colon = strict ? host.indexOf(':') : host.lastIndexOf(':');
  if (colon >= 0) checkPort(host.slice(colon));
  return unescapeHost(host);
}

function checkPort(port: string): void {
  if (!/^(?::\d*)?$/.test(port)) refuse(`invalid port ${quote(port)} after host`);
}

function unescapeHost(host: string): string {
  checkEscapes(host);
  const ascii = /%[0-7][0-9a-fA-F]/.exec(host)?.[0];
  if (ascii !== undefined) refuse(`invalid URL escape ${quote(ascii)}`);
  const bad = /[^A-Za-z0-9\-_.~!$&'()*+,;=:[\]<>"%\u0080-\u{10ffff}]/u.exec(host)?.[0];
  if (bad !== undefined) refuse(`invalid character ${quote(bad)} in host name`);
  return unescaped(host);
}

/** Decodes escapes such as `%41` in a text where the bytes are valid UTF-8. */
function unescaped(text: string): string {
  return text.replace(/(?:%[0-9a-fA-F]{2})+/g, (part) => {
    const bytes = Uint8Array.from(part.slice(1).split('%'), (hex) => Number.parseInt(hex, 16));
    return textOfUtf8(bytes) ?? part;
  });
}

function readUrl(given: CelValue): CelValue {
  const text = String(given);
  const checked = parseRequest(text);
  if (typeof checked === 'string') return celError(`URL parse error during conversion from string: ${checked}`);
  const [whole] = cut(text, '#');
  const parsed = parseRequest(whole);
  const content = typeof parsed === 'string' ? checked : parsed;
  return { kind: 'opaque', type: 'kubernetes.URL', content, text, equals: (other) => other.text === text };
}

const url = (value: CelValue) => (value as Opaque).content as Url;

function hostName(host: string): string {
  if (host.startsWith('[')) return host.slice(1, Math.max(host.indexOf(']'), 1));
  return cut(host, ':')[0];
}

function port(host: string): string {
  return /:(\d*)$/.exec(host.startsWith('[') ? host.slice(host.indexOf(']') + 1) : host)?.[1] ?? '';
}

/** Escapes characters of a path that need it. Upstream: Go net/url URL.EscapedPath. */
function escapedPath(path: string): string {
  if (/^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/[\]]|%[0-9a-fA-F]{2})*$/.test(path)) return path;
  const keep = /[A-Za-z0-9\-._~$&+,/:;=@]/;
  return Array.from(unescaped(path), (char) =>
    keep.test(char)
      ? char
      : Array.from(utf8(char), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  ).join('');
}

/** Parses a query into lists of values by name. Upstream: Go net/url ParseQuery. */
function queryOf(query: string): CelValue {
  const found = new Map<string, CelValue[]>();
  for (const part of query.split('&')) {
    if (part === '' || part.includes(';') || /%(?![0-9a-fA-F]{2})/.test(part)) continue;
    const [key, value] = cut(part, '=').map((each) => unescaped(each.replaceAll('+', ' '))) as [string, string];
    found.set(key, [...(found.get(key) ?? []), value]);
  }
  return mapValue(new Map([...found].map(([key, values]) => [mapKey(key) ?? '', [key, listValue(values)]])));
}

const part = (name: string, read: (parts: Url) => string): Declaration =>
  overloads(name, ['url.() string', (value = null) => read(url(value))]);

/** Functions on URLs. Upstream: k8s.io/apiserver pkg/cel/library/urls.go. */
export const urlLibrary: readonly Declaration[] = [
  overloads('url', ['(string) url', (text = null) => readUrl(text)]),
  part('getScheme', ({ scheme }) => scheme),
  part('getHost', ({ host }) => host),
  part('getHostname', ({ host }) => hostName(host)),
  part('getPort', ({ host }) => port(host)),
  part('getEscapedPath', ({ path }) => escapedPath(path)),
  overloads('getQuery', ['url.() map(string, list(string))', (value = null) => queryOf(url(value).query)]),
  overloads('isURL', ['(string) bool', (text = null) => !isError(readUrl(text))]),
];
