import { cut } from '@managed-fields/merge-engine';
import { escapedPath } from '../../formats/escaped-path.ts';
import { parseRequestUri, parseUrl, type Url, unescaped } from '../../formats/url.ts';
import { type CelValue, celError, isError, listValue, type Opaque } from '../value/cel-value.ts';
import { mapKey, mapValue } from '../value/map-value.ts';
import { type Declaration, overloads } from './declaration.ts';

/** Upstream: urls.go stringToUrl, which reads a text twice, as what may have no fragment and as what may. */
function readUrl(given: CelValue): CelValue {
  const text = String(given);
  const asked = parseRequestUri(text);
  const parsed = asked.kind === 'error' ? asked : parseUrl(text);
  if (parsed.kind === 'error') return celError(`URL parse error during conversion from string: ${parsed.message}`);
  return { kind: 'opaque', type: 'kubernetes.URL', content: parsed.url, text, equals: (other) => other.text === text };
}

const url = (value: CelValue) => (value as Opaque).content as Url;

function hostName(host: string): string {
  if (host.startsWith('[')) return host.slice(1, Math.max(host.indexOf(']'), 1));
  return cut(host, ':')[0];
}

function port(host: string): string {
  return /:(\d*)$/.exec(host.startsWith('[') ? host.slice(host.indexOf(']') + 1) : host)?.[1] ?? '';
}

/** The path of an address, escaped where it is not. Upstream: Go net/url URL.EscapedPath. */
function pathOf(path: string): string {
  if (/^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/[\]]|%[0-9a-fA-F]{2})*$/.test(path)) return path;
  return escapedPath(unescaped(path, 'other'));
}

/** Parses a query into lists of values by name. Upstream: Go net/url ParseQuery. */
function queryOf(query: string): CelValue {
  const found = new Map<string, CelValue[]>();
  for (const part of query.split('&')) {
    if (part === '' || part.includes(';') || /%(?![0-9a-fA-F]{2})/.test(part)) continue;
    const [key, value] = cut(part, '=').map((each) => unescaped(each.replaceAll('+', ' '), 'other')) as [
      string,
      string,
    ];
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
  part('getEscapedPath', ({ path }) => pathOf(path)),
  overloads('getQuery', ['url.() map(string, list(string))', (value = null) => queryOf(url(value).query)]),
  overloads('isURL', ['(string) bool', (text = null) => !isError(readUrl(text))]),
];
