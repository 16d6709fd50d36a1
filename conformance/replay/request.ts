import type { ApiRequest } from '@managed-fields/merge-engine';
import { decodeBody } from '@managed-fields/source';
import type { Exchange } from './trace.ts';

/** The time of a step: as many seconds after 2026-01-01T00:00:00Z as it has steps before it. */
export function timeOf(index: number): string {
  return new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString().replace('.000Z', 'Z');
}

/** A recorded request as the engine takes it, its body decoded. */
export function requestOf(exchange: Exchange): ApiRequest {
  const { method, path, query, contentType, userAgent, body } = exchange.request;
  const empty = body === undefined || (method === 'DELETE' && body === '');
  return {
    method: methodOf(method),
    path,
    query,
    ...(contentType === undefined ? {} : { contentType }),
    ...(userAgent === undefined ? {} : { userAgent }),
    ...(empty ? {} : { body: decodeBody(body, contentType ?? ''), bodyText: body }),
  };
}

function methodOf(method: string): ApiRequest['method'] {
  switch (method) {
    case 'GET':
    case 'POST':
    case 'PUT':
    case 'PATCH':
    case 'DELETE':
      return method;
    default:
      throw new Error(`unexpected method ${method}`);
  }
}
