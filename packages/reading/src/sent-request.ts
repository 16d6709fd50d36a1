import { impersonatedUser } from '@managed-fields/api-server';
import type { StepUser } from '@managed-fields/scenario';

/** A request as somebody wrote it: as HTTP text or as a curl line. */
export interface WrittenRequest {
  readonly method: string;
  /** The path without the query, still percent-encoded. */
  readonly path: string;
  readonly query: readonly (readonly [string, string])[];
  readonly contentType?: string;
  readonly userAgent?: string;
  /** Whom the sender acts for, by the headers `Impersonate-…`. */
  readonly user?: StepUser;
  readonly body?: string;
  /** The name of the file with the body, if the body is not in the text. */
  readonly bodyFile?: string;
}

/** Reads the path and the query of a URL; undefined where it has no path of an API. */
export function readAddress(address: string): Pick<WrittenRequest, 'path' | 'query'> | undefined {
  const start = address.search(/\/apis?\//);
  if (start < 0) return undefined;
  const [target = ''] = address.slice(start).split('#');
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  return { path, query: readQuery(mark < 0 ? '' : target.slice(mark + 1)) };
}

/** Reads the pairs of a query and decodes them as forms are. */
export function readQuery(query: string): readonly (readonly [string, string])[] {
  return query.split('&').flatMap((pair): [string, string][] => {
    const equals = pair.indexOf('=');
    if (pair === '') return [];
    return [equals < 0 ? [decoded(pair), ''] : [decoded(pair.slice(0, equals)), decoded(pair.slice(equals + 1))]];
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    // A percent sign that begins no character stays as it is.
    return text;
  }
}

/**
 * Reads the headers that matter for a write. Names are compared without case; the last header of a name counts, but for
 * those that give a user more than one value.
 */
export function readHeaders(lines: readonly string[]): Pick<WrittenRequest, 'contentType' | 'userAgent' | 'user'> {
  const all = lines.flatMap((line): [string, string][] => {
    // curl sends a header without a value where its name ends in a semicolon.
    const colon = line.endsWith(';') && !line.includes(':') ? line.length - 1 : line.indexOf(':');
    return colon < 0 ? [] : [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]];
  });
  const headers = new Map(all);
  const contentType = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  const userAgent = headers.get('user-agent');
  const user = senderIn(all);
  return {
    ...(contentType === undefined || contentType === '' ? {} : { contentType }),
    ...(userAgent === undefined || userAgent === '' ? {} : { userAgent }),
    ...(user === undefined ? {} : { user }),
  };
}

function senderIn(headers: readonly (readonly [name: string, value: string])[]): StepUser | undefined {
  const values = new Map<string, readonly string[]>();
  for (const [name, value] of headers) values.set(name, [...(values.get(name) ?? []), value]);
  const user = impersonatedUser(values);
  if (user === undefined) return undefined;
  const { groups, extra, ...rest } = user;
  return {
    ...rest,
    ...(groups.length === 0 ? {} : { groups }),
    ...(extra === undefined ? {} : { extra: Object.fromEntries(extra) }),
  };
}

const requestLine = /^(GET|HEAD|POST|PUT|PATCH|DELETE)\s+(\S+)(?:\s+HTTP\/\d(?:\.\d)?)?$/;

/**
 * Reads the text of an HTTP request: a request line with a path or a URL, headers, an empty line, the body. Undefined
 * where the text does not begin with a request line to an API.
 */
export function readHttpRequest(text: string): WrittenRequest | undefined {
  const lines = text.replace(/\r\n?/g, '\n').trimStart().split('\n');
  const [, method, address = ''] = requestLine.exec(lines[0]?.trim() ?? '') ?? [];
  const target = readAddress(address);
  if (method === undefined || target === undefined) return undefined;
  const rest = lines.slice(1);
  const firstOther = rest.findIndex(
    (line) => !/^(?:[a-z][a-z0-9-]*|impersonate-extra-[^:\s]+):\s*\S?/i.test(line) || isManifestLine(line),
  );
  const end = firstOther < 0 ? rest.length : firstOther;
  const body = rest.slice(rest[end]?.trim() === '' ? end + 1 : end).join('\n');
  return {
    method,
    ...target,
    ...readHeaders(rest.slice(0, end)),
    ...(body.trim() === '' ? {} : { body }),
  };
}

/** Whether a line belongs to the body, so that the empty line before it is missing. */
function isManifestLine(line: string): boolean {
  return /^(?:apiVersion|kind|metadata|spec|status|data):/.test(line);
}
