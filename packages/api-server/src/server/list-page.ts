import { base64url, bytesOfBase64, mapFromJson, stringAt, textOfUtf8, utf8 } from '@managed-fields/merge-engine';
import { badRequest, type Refusal } from './status.ts';

/** Where a list goes on: behind a key, with the resourceVersion of its first page. */
export interface Continuation {
  readonly kind: 'continuation';
  /** The name of the object, in a list of all namespaces with its namespace: `web`, `default/web`. */
  readonly behind: string;
  readonly resourceVersion: bigint;
}

/** The token by which a list goes on behind a key. Upstream: apiserver pkg/storage/continue.go EncodeContinue. */
export function continueToken(resourceVersion: bigint, behind: string): string {
  const start = JSON.stringify(`/${behind}\0`);
  return base64url(utf8(`{"v":"meta.k8s.io/v1","rv":${resourceVersion},"start":${start}}`));
}

/** Reads a token that a client sends back. Upstream: continue.go DecodeContinue. */
export function readToken(token: string): Continuation | Refusal {
  const wrong = (why: string) => badRequest(`invalid continue token: continue key is not valid${why}`);
  const letters = token.replace(/[\r\n]/g, '');
  const stray = letters.search(/[^\w-]/);
  if (stray >= 0) return wrong(`: illegal base64 data at input byte ${stray}`);
  if (letters.length % 4 === 1) return wrong(`: illegal base64 data at input byte ${letters.length - 1}`);
  const bytes = bytesOfBase64(`${letters.replaceAll('-', '+').replaceAll('_', '/')}${'='.repeat(-letters.length & 3)}`);
  const read = bytes === undefined ? undefined : mapFromJson(textOfUtf8(bytes) ?? '');
  if (read === undefined) return wrong('');
  const version = stringAt(read, 'v') ?? '';
  if (version !== 'meta.k8s.io/v1') return wrong(`: server does not recognize this encoded version ${version}`);
  const resourceVersion = read.get('rv') ?? 0n;
  if (typeof resourceVersion !== 'bigint' || resourceVersion === 0n) {
    return wrong(': incorrect encoded start resourceVersion (version meta.k8s.io/v1)');
  }
  const start = stringAt(read, 'start') ?? '';
  if (start === '') return wrong(': encoded start key empty (version meta.k8s.io/v1)');
  const key = start.replace(/^\//, '');
  if (key === '' || /(?:^|\/)(?:\.{0,2})(?:\/|$)/.test(key)) return wrong(`: ${start}`);
  return { kind: 'continuation', behind: key.replace(/\0$/, ''), resourceVersion };
}
