import {
  apiVersionOf,
  type ClusterResource,
  type GroupVersion,
  pageSize,
  readDiscovery,
  readPage,
  readResourceList,
  resourcePath,
  resourcesNamed,
} from '@managed-fields/live-cluster';
import { exit, type Io } from '../io.ts';
import { askKubectl } from '../kubectl.ts';
import type { ByteSource } from '../sources.ts';

/** Which lists of which cluster are read. */
export interface ClusterChoice {
  /** The program, and the options by which it finds the cluster. */
  readonly kubectl: readonly string[];
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

/**
 * Reads lists page by page by `kubectl get --raw`, which signs in as its user does, and sends nothing but GET. Secrets are
 * never asked for.
 */
export async function* clusterLists(choice: ClusterChoice, io: Io): AsyncGenerator<ClusterPart> {
  const found = await resourcesOf(choice, io);
  if ('failure' in found) return yield found;
  for (const resource of found.resources) {
    const name = nameOf(resource);
    const namespaces = resource.namespaced && choice.namespaces.length > 0 ? choice.namespaces : [''];
    for (const namespace of namespaces) yield* pagesOf(resource, namespace, name, choice, io);
  }
  for (const unread of found.unread) yield { unread };
}

async function* pagesOf(
  resource: ClusterResource,
  namespace: string,
  name: string,
  { kubectl }: ClusterChoice,
  io: Io,
): AsyncGenerator<ClusterPart> {
  const path = resourcePath(resource, namespace);
  let next = '';
  do {
    const more = next === '' ? '' : `&continue=${encodeURIComponent(next)}`;
    const asked = await askKubectl(io, [...kubectl, 'get', '--raw', `${path}?limit=${pageSize}${more}`]);
    if ('failure' in asked) return yield { unread: `${name}: ${asked.failure}` };
    const page = readPage(asked.text);
    if (page.kind === 'unread') return yield { unread: `${name}: kubectl answered with no list` };
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
async function resourcesOf({ kubectl, kinds }: ClusterChoice, io: Io): Promise<Resources> {
  const groups: GroupVersion[] = [];
  for (const path of ['/api', '/apis']) {
    const asked = await askKubectl(io, [...kubectl, 'get', '--raw', path]);
    if ('failure' in asked) return asked;
    const read = readDiscovery(asked.text);
    if (read.kind === 'unread')
      return { failure: `kubectl answered ${path} with no list of groups`, code: exit.failed };
    if (read.value.kind === 'groups') groups.push(...read.value.groups);
  }
  const all: ClusterResource[] = [];
  const unread: string[] = [];
  for (const group of groups) {
    const version = apiVersionOf(group);
    const path = group.group === '' ? `/api/${version}` : `/apis/${version}`;
    const asked = await askKubectl(io, [...kubectl, 'get', '--raw', path]);
    const read = 'failure' in asked ? undefined : readResourceList(asked.text, group);
    if (read?.kind === 'read') all.push(...read.value);
    else unread.push(`${version}: ${'failure' in asked ? asked.failure : 'kubectl answered with no list of kinds'}`);
  }
  const listed = all.filter(
    ({ verbs, group, plural }) => verbs.includes('list') && !(group === '' && plural === 'secrets'),
  );
  if (kinds.length === 0) {
    const preferred = listed.filter((each) => each.preferred && !passedOver.has(nameOf(each)));
    return { resources: preferred, unread };
  }
  const chosen: ClusterResource[] = [];
  for (const kind of kinds) {
    const [first] = resourcesNamed(kind, listed);
    if (first === undefined) return { failure: `the cluster has no kind ${kind} that can be listed`, code: exit.usage };
    if (!chosen.includes(first)) chosen.push(first);
  }
  return { resources: chosen, unread };
}

function nameOf({ plural, group }: ClusterResource): string {
  return group === '' ? plural : `${plural}.${group}`;
}
