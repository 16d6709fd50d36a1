import type { ApiResponse } from '@managed-fields/api-server/whole';
import { formatJson } from '@managed-fields/merge-engine';

/** A value of JSON. */
type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type JsonMap = { readonly [key: string]: Json };

const isMap = (value: Json | undefined): value is JsonMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A short sum of a value, whatever the order of its keys (FNV-1a). */
function sumOf(value: Json): string {
  let sum = 0x811c9dc5;
  for (const byte of Buffer.from(JSON.stringify(sorted(value)))) sum = Math.imul(sum ^ byte, 0x01000193) >>> 0;
  return `#${sum.toString(36)}`;
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isMap(value)) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, sorted(value[key] ?? null)]));
}

/** Values as they are where they are short, else their sum. */
const brief = (value: Json): Json => (JSON.stringify(value).length > 60 ? sumOf(value) : value);

const ownOnEveryServer: ReadonlySet<string> = new Set(['uid=U', 'resourceVersion=R', 'creationTimestamp=T']);

function metadataShown(metadata: JsonMap): JsonMap {
  const shown: Record<string, Json> = {};
  for (const [key, value] of Object.entries(metadata)) {
    if (ownOnEveryServer.has(`${key}=${String(value)}`)) continue;
    if (key !== 'managedFields' || !Array.isArray(value)) shown[key] = brief(value);
    else shown['owners'] = brief(value.map(ownerShown).sort());
  }
  const { generateName = '', name = '' } = metadata as { readonly generateName?: string; readonly name?: string };
  const begin = generateName.slice(0, 58);
  if (begin !== '' && name.startsWith(begin) && name.length === begin.length + 5) shown['name'] = `${begin}*****`;
  if (shown['continue']) shown['continue'] = 'C';
  return shown;
}

function ownerShown(entry: Json): string {
  if (!isMap(entry)) return sumOf(entry);
  const { manager = '', operation = '', subresource = '', apiVersion = '', fieldsV1 = null, ...rest } = entry;
  return [manager, operation, subresource, apiVersion, sumOf(fieldsV1), sumOf(rest)].join(' ');
}

function bodyShown(body: Json): Json {
  if (!isMap(body)) return body;
  const { metadata = {}, ...rest } = body;
  const shown: Record<string, Json> = {};
  if (isMap(metadata) && Object.keys(metadataShown(metadata)).length > 0) shown['metadata'] = metadataShown(metadata);
  if (rest['kind'] === 'Status') return { ...shown, ...statusShown(rest) };
  for (const [key, value] of Object.entries(rest)) shown[key] = key === 'items' ? itemsShown(value) : brief(value);
  return shown;
}

/** A text as far as a reader wants it, with the sum of all of it. */
const cut = (text: Json): Json =>
  typeof text === 'string' && text.length > 80 ? `${text.slice(0, 40)}… ${sumOf(text)}` : text;

/** A Status without what each has, and without what its causes say again. */
function statusShown({ kind: _, apiVersion: __, code: ___, status = '', details = null, ...rest }: JsonMap): JsonMap {
  const { message = null } = rest;
  const said = {
    ...rest,
    ...(message === null ? {} : { message: cut(message) }),
    ...(status === 'Failure' ? {} : { status }),
  };
  return details === null ? said : { ...said, details: brief(details) };
}

function itemsShown(items: Json): Json {
  if (!Array.isArray(items)) return items;
  const names = items.map((item: Json) => (isMap(item) && isMap(item['metadata']) ? item['metadata']['name'] : null));
  return [...names, sumOf(items.map(bodyShown))] as Json;
}

/**
 * What is compared of an answer, as a text: its code, its body without what is another on every server, and its warnings.
 * What is long is a sum. `namespace` is that of the play.
 */
export function shownAnswer({ code, body, warnings }: ApiResponse, namespace: string): string {
  const text = (typeof body === 'string' ? JSON.stringify(body) : formatJson(body))
    .replaceAll(namespace, '~')
    .replaceAll(/"token":"[^"]+"/g, '"token":""')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'U')
    .replaceAll(/2\d\d\d-\d\d-\d\dT[0-9:]+Z/g, 'T')
    .replaceAll(/((?:g-|G_|a\/|[ab]{40,}|gen-))[bcdfghjklmnpqrstvwxz2456789]{5}(?![a-z0-9])/g, '$1*****')
    .replaceAll(
      /(resourceVersion\\*"?[:=] ?\\*"|in record \(|in the precondition \(|in object meta: |current: |resource version: )\d+/g,
      '$1R',
    );
  const shown = [code, bodyShown(JSON.parse(text)), ...(warnings.length > 0 ? [warnings.map(cut)] : [])];
  return JSON.stringify(sorted(shown));
}

/** What is known of an object that a request can name: its uid, its version, and the version before. */
interface Seen {
  readonly uid: string;
  readonly version: string;
  readonly before: string;
}

/**
 * Fills what is another on every server into questions: `$UID`, `$RV` and `$OLD` (the version before) of the object in the path, `$NEXT`,
 * the token of the last page, and `$NEWEST`, the version of the last list.
 */
export class Answers {
  readonly #seen = new Map<string, Seen>();
  #next = '';
  #newest = '';

  fill(asked: string, text: string): string {
    if (!text.includes('$')) return text;
    const { uid, version, before } = this.#seen.get(placeOf(asked)) ?? { uid: '', version: '', before: '' };
    const filled = text.replaceAll('$UID', uid).replaceAll('$RV', version).replaceAll('$OLD', before);
    return filled.replaceAll('$NEXT', this.#next).replaceAll('$NEWEST', this.#newest);
  }

  note(asked: string, code: number, body: Json): void {
    if (code >= 300 || !isMap(body) || !isMap(body['metadata'])) return;
    const { name, uid, resourceVersion: version, continue: next } = body['metadata'];
    if (typeof next === 'string' && next !== '') this.#next = next;
    if (Array.isArray(body['items'])) this.#newest = String(version);
    if (typeof uid !== 'string' || typeof name !== 'string' || typeof version !== 'string') return;
    const place = asked.startsWith('POST ') ? `${placeOf(asked)}/${name}` : placeOf(asked);
    const known = this.#seen.get(place);
    if (known?.version !== version) this.#seen.set(place, { uid, version, before: known?.version ?? '1' });
  }
}

/** The path of the object that a request is about. */
function placeOf(asked: string): string {
  const [, target = ''] = asked.split(' ');
  return (target.split('?')[0] ?? '').replace(
    /\/(?:status|scale|eviction|binding|token|ephemeralcontainers|resize)$/,
    '',
  );
}
