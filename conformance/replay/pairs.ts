import type { SentRequest } from '@managed-fields/kubectl';
import type { Exchange } from './trace.ts';

/** A request of a recorded command beside ours; one of both is absent where the other side did not send it. */
export interface Pair {
  readonly recorded: Exchange | undefined;
  readonly sent: SentRequest | undefined;
}

type Request = Exchange['request'] | SentRequest['request'];

/** Whether a namespace is there is not asked by the engine's commands; a recorder leaves such requests out. */
const namespaces = /^\/api\/v1\/namespaces(\/[^/]+)?$/;

/** The requests of a command in pairs, in their order. Those that kubectl sends side by side come in any order. */
export function pairs(recorded: readonly Exchange[], all: readonly SentRequest[]): readonly Pair[] {
  // The first recordings lack what was written of namespaces, too.
  const hasNamespaces = recorded.some(({ request }) => namespaces.test(request.path));
  const sent = inOrder(
    all.filter(({ request }) => !namespaces.test(request.path) || (hasNamespaces && request.method !== 'GET')),
  );
  const theirs = inOrder(recorded);
  const paired: Pair[] = [];
  let [i, j] = [0, 0];
  while (i < theirs.length || j < sent.length) {
    const [a, b] = [theirs[i], sent[j]];
    const extra = b !== undefined && !alike(a, b) && (a === undefined || alike(a, sent[j + 1]));
    const missing = a !== undefined && !alike(a, b) && !extra && (b === undefined || alike(theirs[i + 1], b));
    paired.push({ recorded: extra ? undefined : a, sent: missing ? undefined : b });
    if (!extra) i++;
    if (!missing) j++;
  }
  return paired;
}

function alike(a: Exchange | undefined, b: SentRequest | undefined): boolean {
  return a !== undefined && b !== undefined && textOf(a.request) === textOf(b.request);
}

function textOf({ method, path, query }: Request): string {
  return [method, path, ...[...query].map(([key, value]) => `${key}=${value}`).sort()].join(' ');
}

/** The requests with each run of those that are sent side by side in the order of their texts. */
function inOrder<T extends { readonly request: Request }>(requests: readonly T[]): readonly T[] {
  const sorted: T[] = [];
  let run: T[] = [];
  for (const each of requests) {
    if (isSideBySide(each.request)) {
      run.push(each);
      continue;
    }
    sorted.push(...byText(run), each);
    run = [];
  }
  return [...sorted, ...byText(run)];
}

function byText<T extends { readonly request: Request }>(requests: readonly T[]): readonly T[] {
  return requests.toSorted((a, b) => (textOf(a.request) < textOf(b.request) ? -1 : 1));
}

/**
 * Whether kubectl sends a request beside others: the lists of what an ApplySet may prune.
 * Upstream: k8s.io/kubectl pkg/cmd/apply/applyset_pruner.go FindAllObjectsToPrune.
 */
function isSideBySide({ method, query }: Request): boolean {
  return method === 'GET' && (query.get('labelSelector') ?? '').startsWith('applyset.kubernetes.io/part-of=');
}
