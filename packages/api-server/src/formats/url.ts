import { cut, quote, textOfUtf8, utf8 } from '@managed-fields/merge-engine';
import { parseAddress } from './address.ts';

/** A URL, split as Go's net/url does. */
export interface Url {
  readonly scheme: string;
  /** Name and password as Go prints them; undefined where the URL has none. */
  readonly user: string | undefined;
  readonly host: string;
  /** As it was given, with its escapes. */
  readonly path: string;
  readonly query: string;
  /** Without escapes. */
  readonly fragment: string;
  /** Whether what follows the scheme is neither host nor path. */
  readonly opaque: boolean;
}

/** The result of parsing a URL; messages are Go's. */
export type ParsedUrl =
  | { readonly kind: 'url'; readonly url: Url }
  | { readonly kind: 'error'; readonly message: string };

/** Thrown inside this file only, by a malformed URL. */
class Refused extends Error {}

function refuse(words: string): never {
  throw new Refused(words);
}

/**
 * Parses a URL, which may be relative and have a fragment. `strictColons`: the port of `http` and `https` begins at the first
 * colon, as from Go 1.26 on, with which v1.36 is built, and not at the last one. Upstream: Go net/url Parse, GODEBUG urlstrictcolons.
 */
export function parseUrl(text: string, strictColons = true): ParsedUrl {
  const [whole, fragment] = cut(text, '#');
  const parsed = tried(whole, () => parse(whole, false, strictColons));
  if (parsed.kind === 'error') return parsed;
  return tried(text, () => ({ ...parsed.url, fragment: unescaped(fragment, 'other') }));
}

/** Parses an absolute URL or path; a fragment is not told apart. Upstream: Go net/url ParseRequestURI. */
export function parseRequestUri(text: string): ParsedUrl {
  return tried(text, () => parse(text, true, true));
}

function tried(text: string, read: () => Url): ParsedUrl {
  try {
    return { kind: 'url', url: read() };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { kind: 'error', message: `parse ${quote(text)}: ${error.message}` };
  }
}

function parse(text: string, viaRequest: boolean, strictColons: boolean): Url {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (/[\u0000-\u001f\u007f]/.test(text)) refuse('net/url: invalid control character in URL');
  if (text === '' && viaRequest) refuse('empty url');
  if (text.startsWith(':')) refuse('missing protocol scheme');
  const named = /^[a-zA-Z][a-zA-Z0-9+.-]*:/.exec(text)?.[0] ?? '';
  const scheme = named.slice(0, -1).toLowerCase();
  const [rest, query] = cut(text.slice(named.length), '?');
  const url = { scheme, user: undefined, host: '', path: rest, query, fragment: '', opaque: false };
  if (text === '*') return url;
  if (!rest.startsWith('/')) {
    if (scheme !== '') return { ...url, path: '', opaque: true };
    if (viaRequest) refuse('invalid URI for request');
    if (cut(rest, '/')[0].includes(':')) refuse('first path segment in URL cannot contain colon');
  }
  const hasAuthority = scheme === '' ? !viaRequest && /^\/\/(?!\/)/.test(rest) : rest.startsWith('//');
  const slash = hasAuthority ? rest.indexOf('/', 2) : 0;
  const path = slash < 0 ? '' : rest.slice(slash);
  const strict = strictColons && (scheme === 'http' || scheme === 'https');
  const authority = hasAuthority ? authorityOf(strict, rest.slice(2, slash < 0 ? undefined : slash)) : {};
  unescaped(path, 'other');
  return { ...url, ...authority, path };
}

function authorityOf(strict: boolean, authority: string): Pick<Url, 'user' | 'host'> {
  const at = authority.lastIndexOf('@');
  const host = hostOf(strict, authority.slice(at + 1));
  if (at < 0) return { user: undefined, host };
  const user = authority.slice(0, at);
  if (!/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(user)) refuse('net/url: invalid userinfo');
  const [name, password] = cut(user, ':').map(printedUser);
  return { user: user.includes(':') ? `${name}:${password}` : name, host };
}

/** A name or a password as Go prints it, byte by byte. Upstream: Go net/url Userinfo.String. */
function printedUser(text: string): string {
  unescaped(text, 'other');
  return text.replace(/%[0-9a-fA-F]{2}|[\s\S]/g, (part) => {
    const code = part.length === 1 ? part.charCodeAt(0) : Number.parseInt(part.slice(1), 16);
    const char = String.fromCharCode(code);
    return /[A-Za-z0-9\-_.~$&+,;=]/.test(char) ? char : `%${code.toString(16).toUpperCase().padStart(2, '0')}`;
  });
}

function hostOf(strict: boolean, host: string): string {
  const open = host.lastIndexOf('[');
  if (open > 0) refuse('invalid IP-literal');
  if (open < 0) {
    const colon = strict ? host.indexOf(':') : host.lastIndexOf(':');
    if (colon >= 0) checkPort(host.slice(colon));
    return unescaped(host, 'host');
  }
  const close = host.lastIndexOf(']');
  if (close < 0) refuse("missing ']' in host");
  const port = host.slice(close + 1);
  checkPort(port);
  const name = host.slice(1, close);
  const zone = name.indexOf('%25');
  const address =
    zone < 0 ? unescaped(name, 'host') : unescaped(name.slice(0, zone), 'host') + unescaped(name.slice(zone), 'zone');
  const parsed = parseAddress(address);
  if (parsed.kind === 'error') refuse(`invalid host: ${parsed.message}`);
  if (parsed.address.size === 32) refuse('invalid IP-literal');
  return `[${address}]${port}`;
}

function checkPort(port: string): void {
  if (!/^(?::\d*)?$/.test(port)) refuse(`invalid port ${quote(port)} after host`);
}

const ofHost = /[A-Za-z0-9\-_.~!$&'()*+,;=:[\]<>"\u0080-\u{10ffff}]/u;

/**
 * Decodes escapes such as `%41`. In a host, those of ASCII but for `%25` are refused; in the zone of an address, those of what
 * could not stand in it. Bytes that are no UTF-8 stay escaped. Upstream: Go net/url unescape.
 */
export function unescaped(text: string, place: 'host' | 'zone' | 'other'): string {
  for (const { 0: found, index } of text.matchAll(/%[0-9a-fA-F]{2}|[\s\S]/gu)) {
    const code = found.length === 3 && found.startsWith('%') ? Number.parseInt(found.slice(1), 16) : undefined;
    if (found === '%') refuse(`invalid URL escape ${quotedStart(text.slice(index))}`);
    if (place === 'other') continue;
    if (code === undefined) {
      if (!ofHost.test(found)) refuse(`invalid character ${quote(found)} in host name`);
    } else if (code !== 0x25) {
      const isFit =
        place === 'host' ? code >= 0x80 : code === 0x20 || (code < 0x80 && ofHost.test(String.fromCharCode(code)));
      if (!isFit) refuse(`invalid URL escape ${quote(found)}`);
    }
  }
  return text.replace(/(?:%[0-9a-fA-F]{2})+/g, (part) => {
    const bytes = Uint8Array.from(part.slice(1).split('%'), (hex) => Number.parseInt(hex, 16));
    return textOfUtf8(bytes) ?? part;
  });
}

/** The first three bytes of a text, quoted as Go does: those of half a character by their numbers. */
function quotedStart(text: string): string {
  const bytes = utf8(text).subarray(0, 3);
  const whole = [3, 2, 1].find((length) => textOfUtf8(bytes.subarray(0, length)) !== undefined) ?? 0;
  const rest = Array.from(bytes.subarray(whole), (byte) => `\\x${byte.toString(16)}`).join('');
  return `${quote(textOfUtf8(bytes.subarray(0, whole)) ?? '').slice(0, -1)}${rest}"`;
}
