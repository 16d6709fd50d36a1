import {
  type ClusterRequest,
  type FrontRefusal,
  type HttpRequest,
  httpRequestOf,
  type Refusal,
  readRefusal,
  readWarnings,
  refusalHeader,
  tokenHeader,
  type WatchRequest,
} from '@managed-fields/live-cluster';
import { frontToken } from '../../../core/store/front.ts';

/** The answer of a cluster, or why there is none. */
export type ClusterAnswer =
  | {
      readonly kind: 'answered';
      readonly code: number;
      readonly text: string;
      readonly warnings: readonly string[];
      /** The size of the answer in bytes, as it was read. */
      readonly bytes: number;
    }
  | { readonly kind: 'unreached'; readonly message: string }
  | { readonly kind: 'too-large'; readonly bytes: number }
  | FrontRefusal
  | Refusal;

/** Milliseconds that an answer may take. */
const longestWait = 30_000;
/** Bytes of an answer that are read at most. */
const largestAnswer = 64 * 1024 * 1024;
/** UTF-16 code units of one event of a watch that are kept at most. */
const longestLine = 16 * 1024 * 1024;

/**
 * Sends a request to the cluster whose API this origin serves. This module alone may do so: what `httpRequestOf` does
 * not let pass, such as a write that would be kept, is refused here, whoever asks. Never rejects.
 */
export async function send(request: ClusterRequest, signal?: AbortSignal): Promise<ClusterAnswer> {
  const checked = httpRequestOf(request);
  if (checked.kind === 'refused') return checked;
  const timeout = AbortSignal.timeout(longestWait);
  try {
    const response = await fetched(
      checked.request,
      signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
    );
    const refused = refusalIn(response);
    if (refused !== undefined) return refused;
    const read = await readBody(response);
    if (read.kind === 'too-large') return read;
    const warnings = readWarnings(response.headers.get('Warning') ?? '');
    return { kind: 'answered', code: response.status, text: read.text, warnings, bytes: read.bytes };
  } catch (error) {
    return {
      kind: 'unreached',
      message: timeout.aborted ? 'timeout' : String(error instanceof Error ? error.message : error),
    };
  }
}

/** What a watch gives: an event a line, and at its end how it ended. */
export type WatchEvent =
  | { readonly kind: 'line'; readonly line: string }
  | Exclude<ClusterAnswer, { readonly kind: 'too-large' }>;

/**
 * Opens a watch and gives its lines as they come. The last event says how it ended: `answered` with the code and, where
 * that is no success, with the text of the answer; `unreached` where the connection broke. Ends without one when
 * `signal` aborts.
 */
export async function* watch(request: WatchRequest, signal: AbortSignal): AsyncGenerator<WatchEvent> {
  const checked = httpRequestOf(request);
  if (checked.kind === 'refused') return yield checked;
  try {
    const response = await fetched(checked.request, signal);
    const refused = refusalIn(response);
    if (refused !== undefined) return yield refused;
    if (!response.ok || response.body === null) {
      const read = await readBody(response);
      const text = read.kind === 'read' ? read.text : '';
      return yield { kind: 'answered', code: response.status, text, warnings: [], bytes: text.length };
    }
    let rest = '';
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      const lines = (rest + chunk.value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line !== '') yield { kind: 'line', line };
      if (rest.length > longestLine) {
        await reader.cancel();
        return yield { kind: 'unreached', message: 'event too long' };
      }
    }
    yield { kind: 'answered', code: response.status, text: '', warnings: [], bytes: 0 };
  } catch (error) {
    if (!signal.aborted) yield { kind: 'unreached', message: String(error instanceof Error ? error.message : error) };
  }
}

/** What the front says of a request that it does not hand on; undefined where the answer is the cluster's own. */
function refusalIn({
  headers,
}: Response): FrontRefusal | { readonly kind: 'unreached'; readonly message: string } | undefined {
  const refused = readRefusal(headers.get(refusalHeader));
  return refused?.reason === 'unreached' ? { kind: 'unreached', message: refused.reason } : refused;
}

/** The one call of `fetch` that may reach an API. Redirects are errors: they could lead anywhere. */
function fetched({ method, address, headers, body }: HttpRequest, signal: AbortSignal): Promise<Response> {
  return fetch(new URL(address, location.origin), {
    method,
    headers: { ...headers, ...(frontToken === undefined ? {} : { [tokenHeader]: frontToken }) },
    ...(body === undefined ? {} : { body }),
    signal,
    mode: 'same-origin',
    credentials: 'same-origin',
    redirect: 'error',
    // Without any referrer, Firefox and Safari send `Origin: null` with what is no GET, as the standard says.
    referrerPolicy: 'strict-origin',
    // Documents of a schema carry a hash of their content, so the browser may keep them.
    cache: address.includes('?hash=') ? 'default' : 'no-store',
  });
}

type Body =
  | { readonly kind: 'read'; readonly text: string; readonly bytes: number }
  | { readonly kind: 'too-large'; readonly bytes: number };

async function readBody(response: Response): Promise<Body> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (let chunk = await reader?.read(); chunk !== undefined && !chunk.done; chunk = await reader?.read()) {
    bytes += chunk.value.byteLength;
    if (bytes > largestAnswer) {
      await reader?.cancel();
      return { kind: 'too-large', bytes };
    }
    text += decoder.decode(chunk.value, { stream: true });
  }
  return { kind: 'read', text: text + decoder.decode(), bytes };
}
