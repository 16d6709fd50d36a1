import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FrontReason } from '@managed-fields/live-cluster';
import { tokenHeader } from '@managed-fields/live-cluster';

/** A request, as far as it is looked at before its content is: Node's own form of it. */
export type Sent = Pick<IncomingMessage, 'headersDistinct' | 'method'>;

/** The value of a header; empty where there is none, undefined where there are several. */
export function headerOf({ headersDistinct }: Sent, name: string): string | undefined {
  const values = headersDistinct[name] ?? [];
  return values.length > 1 ? undefined : (values[0] ?? '');
}

/** The hosts by which a browser reaches the front; another one was led here by a name server. */
function hostsAt(port: number): readonly string[] {
  return ['127.0.0.1', 'localhost'].flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]));
}

/** Why a request is not taken, by where it comes from; undefined where it may be the page's own. */
export function foreignIn(sent: Sent, port: number): FrontReason | undefined {
  const host = headerOf(sent, 'host');
  if (host === undefined || !hostsAt(port).includes(host)) return 'foreign';
  const origin = headerOf(sent, 'origin');
  return origin === '' || origin === `http://${host}` ? undefined : 'foreign';
}

/**
 * Why a request for a file of the page is not taken. Anybody may lead their own tab to the page, which has no token then;
 * no other page may frame it or load its files. Browsers before 2023 say nothing of where a request comes from.
 */
export function foreignFile(sent: Sent): FrontReason | undefined {
  const site = headerOf(sent, 'sec-fetch-site');
  const isTab = headerOf(sent, 'sec-fetch-mode') === 'navigate' && headerOf(sent, 'sec-fetch-dest') === 'document';
  return site === '' || site === 'same-origin' || site === 'none' || isTab ? undefined : 'foreign';
}

/** Why a request to the API is not taken, before it is looked at what it asks. */
export function untrusted(sent: Sent, token: string): FrontReason | undefined {
  const site = headerOf(sent, 'sec-fetch-site');
  if (site !== '' && site !== 'same-origin') return 'foreign';
  return isEqual(headerOf(sent, tokenHeader) ?? '', token) ? undefined : 'token';
}

/** Compares in a time that tells nothing of where two texts differ. */
function isEqual(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
