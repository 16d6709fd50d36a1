import {
  apiVersionOf,
  type ClusterResource,
  checkIncoming,
  failedAnswer,
  type GroupVersion,
  pageSize,
  readDiscovery,
  readPage,
  readResourceList,
  resourcePath,
  resourcesNamed,
} from '@managed-fields/live-cluster';
import type { Behind } from '../cluster/front/settings.ts';
import { endOf, reachable, startProxy } from '../cluster/proxy.ts';
import { exit, type Io } from '../io.ts';
import type { Kubectl } from '../kubectl.ts';
import type { ByteSource } from '../sources.ts';

/** Which lists of which cluster are read. */
export interface ClusterChoice {
  readonly kubectl: Kubectl;
  /** By any of their names; empty: all that can be listed. */
  readonly kinds: readonly string[];
  /** Empty: all. */
  readonly namespaces: readonly string[];
}

/** A page of a list as the API server answered it, or a sentence why one is not read. */
export type ClusterPart =
  | ByteSource
  /** Nothing can be read. */
  | { readonly failure: string; readonly code: number }
  /** One list is not read; the others are. */
  | { readonly unread: string };

/** Kinds that are not read unless they are named: what nobody manages, and there is much of it. */
const passedOver: ReadonlySet<string> = new Set(['events', 'events.events.k8s.io', 'leases.coordination.k8s.io']);

/** What the API answered to a GET, or a sentence why it gave nothing. */
type Ask = (address: string) => Promise<{ readonly text: string } | { readonly failure: string }>;

/**
 * Reads lists page by page as the page of `managed-fields cluster` does: kubectl signs in as its user does, and what is asked
 * goes through the same table of what may be sent, which lets GET through and nothing about Secrets.
 */
export async function* clusterLists(choice: ClusterChoice, io: Io): AsyncGenerator<ClusterPart> {
  const { kubectl } = choice;
  const found = await reachable(io, kubectl);
  if ('failure' in found) {
    const failure = [onOneLine(found.said), found.failure].filter(Boolean).join('; ');
    return yield { failure, code: found.code === exit.done ? exit.failed : found.code };
  }
  const proxy = startProxy(io, kubectl);
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  void proxy.waited.then(end);
  const stop = io.onSignal(end);
  try {
    const behind = await proxy.serving;
    if (behind !== undefined) {
      for await (const part of listsOf(choice, (address) => ask(address, behind, io))) {
        if (isOver) break;
        yield part;
      }
    }
    const isDone = behind !== undefined && !isOver;
    proxy.end();
    const { ended, interrupted } = await proxy.waited;
    if (interrupted) yield { failure: 'interrupted', code: exit.failed };
    else if (!isDone)
      yield { failure: endOf(ended, kubectl), code: ended.kind === 'exited' ? ended.code : exit.failed };
  } finally {
    stop();
    proxy.end();
  }
}

/** Asks what the front would let through; what the server refuses is said as kubectl says it. */
async function ask(address: string, behind: Behind, io: Io): ReturnType<Ask> {
  const sent = { method: 'GET', address, accept: 'application/json', contentType: '', body: '' };
  const checked = checkIncoming(sent, { readOnly: true, secrets: false });
  if (checked.kind === 'front') return { failure: `${address} is nothing that is asked of a cluster` };
  const answer = await io.askApi(checked.request, behind);
  if (answer === undefined) return { failure: 'the API server does not answer' };
  if (answer.code < 400) return answer;
  const { code, reason, message } = failedAnswer(answer.code, answer.text);
  const said = onOneLine(message);
  return {
    failure: reason === '' ? `the API server answered ${code}: ${said}` : `Error from server (${reason}): ${said}`,
  };
}

function onOneLine(text: string): string {
  return text.trim().replace(/\s*\n\s*/g, ' ');
}

async function* listsOf(choice: ClusterChoice, ask: Ask): AsyncGenerator<ClusterPart> {
  const found = await resourcesOf(choice, ask);
  if ('failure' in found) return yield found;
  for (const resource of found.resources) {
    const namespaces = resource.namespaced && choice.namespaces.length > 0 ? new Set(choice.namespaces) : [''];
    for (const namespace of namespaces) yield* pagesOf(resource, namespace, ask);
  }
  for (const unread of found.unread) yield { unread };
}

async function* pagesOf(resource: ClusterResource, namespace: string, ask: Ask): AsyncGenerator<ClusterPart> {
  const name = nameOf(resource);
  const path = resourcePath(resource, namespace);
  let next = '';
  do {
    const more = next === '' ? '' : `&continue=${encodeURIComponent(next)}`;
    const asked = await ask(`${path}?limit=${pageSize}${more}`);
    if ('failure' in asked) return yield { unread: `${name}: ${asked.failure}` };
    const page = readPage(asked.text);
    if (page.kind === 'unread') return yield { unread: `${name}: the API server answered with no list` };
    yield { name, chunks: once(new TextEncoder().encode(asked.text)) };
    // A server that hands out the same page for ever is left.
    next = page.value.next === next ? '' : page.value.next;
  } while (next !== '');
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

type Resources =
  | { readonly resources: readonly ClusterResource[]; readonly unread: readonly string[] }
  | { readonly failure: string; readonly code: number };

/** The resources that are meant, each once, at the version that the server prefers. */
async function resourcesOf({ kinds }: ClusterChoice, ask: Ask): Promise<Resources> {
  const groups: GroupVersion[] = [];
  for (const path of ['/api', '/apis']) {
    const asked = await ask(path);
    if ('failure' in asked) return { failure: asked.failure, code: exit.failed };
    const read = readDiscovery(asked.text);
    if (read.kind === 'unread')
      return { failure: `the API server answered ${path} with no list of groups`, code: exit.failed };
    if (read.value.kind === 'groups') groups.push(...read.value.groups);
  }
  const all: ClusterResource[] = [];
  const unread: string[] = [];
  for (const group of groups) {
    const version = apiVersionOf(group);
    const path = group.group === '' ? `/api/${version}` : `/apis/${version}`;
    const asked = await ask(path);
    const read = 'failure' in asked ? undefined : readResourceList(asked.text, group);
    if (read?.kind === 'read') all.push(...read.value);
    else
      unread.push(
        `${version}: ${'failure' in asked ? asked.failure : 'the API server answered with no list of kinds'}`,
      );
  }
  const isSecret = ({ group, plural }: ClusterResource) => group === '' && plural === 'secrets';
  const listed = all.filter((each) => each.verbs.includes('list') && !isSecret(each));
  if (kinds.length === 0) {
    const preferred = listed.filter((each) => each.preferred && !passedOver.has(nameOf(each)));
    return { resources: preferred, unread };
  }
  const chosen: ClusterResource[] = [];
  for (const kind of kinds) {
    const [first] = resourcesNamed(kind, listed);
    if (first === undefined) {
      const [secret] = resourcesNamed(kind, all.filter(isSecret));
      const failure =
        secret === undefined
          ? `the cluster has no kind ${kind} that can be listed`
          : 'Secrets are never read: leave them out';
      return { failure, code: exit.usage };
    }
    if (!chosen.includes(first)) chosen.push(first);
  }
  return { resources: chosen, unread };
}

function nameOf({ plural, group }: ClusterResource): string {
  return group === '' ? plural : `${plural}.${group}`;
}
