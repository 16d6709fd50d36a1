import { readAddress, readHeaders, type WrittenRequest } from './sent-request.ts';

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
  const firstOther = rest.findIndex((line) => !/^[A-Za-z][A-Za-z0-9-]*:\s*\S?/.test(line) || isManifestLine(line));
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
