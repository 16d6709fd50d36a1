import {
  type AccessRule,
  apiVersionOf,
  type ClusterRequest,
  type ClusterResource,
  failedAnswer,
  type GroupVersion,
  type ListedPage,
  pageSize,
  type ReadAnswer,
  readDiscovery,
  readPage,
  readResourceList,
  resourcePath,
  ruleOf,
} from '@managed-fields/live-cluster';
import type { ClusterFailure } from './cluster-mode.ts';
import { type ClusterAnswer, send } from './send.ts';

/** What was asked for, or why it did not come, with the rule of RBAC that is missing where it was forbidden. */
export type Loaded<T> =
  | { readonly kind: 'loaded'; readonly value: T }
  | { readonly kind: 'failed'; readonly failure: ClusterFailure; readonly rule?: AccessRule };

/** The resources of the cluster, and the groups whose server did not answer. */
export interface Resources {
  readonly resources: readonly ClusterResource[];
  readonly stale: readonly string[];
}

/** How many groups are asked for at a time, where the server does not send them together. */
const parallel = 6;

let found: Promise<Loaded<Resources>> | undefined;

/** Finds the resources of the cluster, once; after a failure the next call asks again. */
export function loadResources(): Promise<Loaded<Resources>> {
  found ??= discover().then((loaded) => {
    if (loaded.kind === 'failed') found = undefined;
    return loaded;
  });
  return found;
}

async function discover(): Promise<Loaded<Resources>> {
  const answers = await Promise.all(
    ['/api', '/apis'].map((path) => ask({ kind: 'read', path, as: 'discovery' }, readDiscovery)),
  );
  const resources: ClusterResource[] = [];
  const stale: string[] = [];
  const groups: GroupVersion[] = [];
  for (const answer of answers) {
    if (answer.kind === 'failed') return answer;
    if (answer.value.kind === 'groups') groups.push(...answer.value.groups);
    else {
      resources.push(...answer.value.resources);
      stale.push(...answer.value.stale);
    }
  }
  const work = async () => {
    for (let next = groups.shift(); next !== undefined; next = groups.shift()) {
      const at = next;
      const path = at.group === '' ? `/api/${at.version}` : `/apis/${at.group}/${at.version}`;
      const answer = await ask({ kind: 'read', path }, (text) => readResourceList(text, at));
      if (answer.kind === 'loaded') resources.push(...answer.value);
      else stale.push(apiVersionOf(at));
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return { kind: 'loaded', value: { resources, stale } };
}

/** Asks for a page of the names of a resource, by their metadata alone; `next` is that of the page before. */
export function loadNames(
  resource: ClusterResource,
  namespace: string,
  next: string,
  signal?: AbortSignal,
): Promise<Loaded<ListedPage>> {
  const query = [['limit', String(pageSize)] as const, ...(next === '' ? [] : [['continue', next] as const])];
  return ask({ kind: 'read', path: resourcePath(resource, namespace), query, as: 'metadata' }, readPage, signal);
}

/** Sends a request and reads its answer. */
export async function ask<T>(
  request: ClusterRequest,
  read: (text: string) => ReadAnswer<T>,
  signal?: AbortSignal,
): Promise<Loaded<T>> {
  const text = textOf(await send(request, signal));
  if (text.kind !== 'text') {
    const rule = text.kind === 'status' && text.code === 403 ? ruleOf(request) : undefined;
    return { kind: 'failed', failure: text, ...(rule === undefined ? {} : { rule }) };
  }
  const value = read(text.text);
  if (value.kind === 'unread') return { kind: 'failed', failure: { kind: 'unread', found: value.found } };
  return { kind: 'loaded', value: value.value };
}

/** The text of a successful answer, or why there is none. */
function textOf(answer: ClusterAnswer): { readonly kind: 'text'; readonly text: string } | ClusterFailure {
  switch (answer.kind) {
    case 'answered':
      if (answer.code < 300) return { kind: 'text', text: answer.text };
      return { kind: 'status', ...failedAnswer(answer.code, answer.text) };
    case 'unreached':
      return { kind: answer.message === 'timeout' ? 'timeout' : 'unreached' };
    case 'too-large':
      return { kind: 'too-large' };
    case 'front':
      return answer;
    case 'refused':
      return { kind: 'refused', found: answer.found };
  }
}
