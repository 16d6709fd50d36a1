import type { ApiRequest } from '@managed-fields/api-server';
import { decodeBody } from '@managed-fields/source';
import type { Exchange } from './trace.ts';

/** The time of a step: as many seconds after the beginning as it has steps before it. */
export function timeOf(index: number, begin = '2026-01-01T00:00:00Z'): string {
  return new Date(Date.parse(begin) + index * 1000).toISOString().replace('.000Z', 'Z');
}

/** A recorded request as the engine takes it, its body decoded; `rewrite` makes of a recorded text what is sent. */
export function requestOf(exchange: Exchange, rewrite: (text: string) => string = (text) => text): ApiRequest {
  const { method, path, query, contentType, userAgent, user, body: recorded } = exchange.request;
  const body = recorded === undefined ? undefined : rewrite(recorded);
  const empty = body === undefined || (method === 'DELETE' && body === '');
  return {
    method: methodOf(method),
    path,
    query,
    ...(contentType === undefined ? {} : { contentType }),
    ...(userAgent === undefined ? {} : { userAgent }),
    ...(user === undefined ? {} : { user }),
    ...(exchange.conversionDown === true ? { conversionDown: true } : {}),
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
