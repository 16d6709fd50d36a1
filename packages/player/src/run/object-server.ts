import {
  type Cluster,
  catalogOf,
  customResources,
  pathOf,
  type ResourceVersion,
  setLive,
  type TypeCatalog,
} from '@managed-fields/api-server';
import { type PlayedVersion, serverRelease } from '@managed-fields/kubernetes-types';
import { mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import type { ServerKind } from '@managed-fields/scenario';
import type { Notice } from '../playback.ts';
import { type NamedKind, withNamedKind } from './named-kinds.ts';
import { kindNotices } from './notices.ts';
import { nextSecond, withKindOf } from './play-live.ts';
import { noMatches } from './play-request.ts';
import { firstState, type PlayState, timeText } from './play-state.ts';

/** A server with definitions and without objects. Callers do not look inside. */
export type ObjectServer = PlayState;

/** The object that a configuration is about. */
export interface MeantObject extends NamedKind {
  /** The namespace, where the kind has them; ignored for other kinds. */
  readonly namespace: string;
  /** Empty where the server is to make up the name. */
  readonly name: string;
}

/** A server that holds one object, or the reason why there is none. */
export type ServedObject =
  | {
      readonly kind: 'served';
      readonly cluster: Cluster;
      /** The kind of the configuration. */
      readonly version: ResourceVersion;
      /** Empty where the kind has none. */
      readonly namespace: string;
      /** The path of the object, or of the collection where it has no name. */
      readonly path: string;
      /** The time of the next request. */
      readonly now: string;
      /** Where the schema of the kind comes from, and what is not modelled of it. */
      readonly notices: readonly Notice[];
    }
  /** The words are those with which a step of a scenario ends. `live`: the live object itself is not taken. */
  | { readonly kind: 'refused'; readonly of: 'live' | 'configuration'; readonly message: string };

/**
 * Starts the server that objects are put on one at a time: installs definitions as steps of a scenario do. A definition
 * that is refused stays out, and no known definition takes its place. `around` are objects that say what admission makes of
 * others; one that the server does not take stays out, too. `plugins` says which of admission's it has.
 */
export function objectServer(
  catalog: TypeCatalog,
  kubernetes: PlayedVersion,
  definitions: readonly ValueMap[] = [],
  around: readonly ValueMap[] = [],
  plugins: ServerKind = 'plain',
): ObjectServer {
  const names = new Set(definitions.map((definition) => stringAt(mapAt(definition, 'metadata'), 'name') ?? ''));
  let state = firstState(catalog, serverRelease(kubernetes), names, plugins);
  for (const definition of definitions) {
    const put = customResources().putCrd(state.cluster, definition, timeText(state.seconds));
    if (put.kind === 'put') state = { ...state, cluster: put.cluster, seconds: state.seconds + 1 };
  }
  return withObjects(state, around);
}

/** A server that knows a kind by a known definition where it has none, so that many objects of it share the work. */
export function serverOfKind(server: ObjectServer, kind: NamedKind): ObjectServer {
  return withNamedKind(server, kind);
}

/**
 * Puts one object on a server as a live step does, and finds the kind of a configuration of it as the step after that
 * does: built in, defined, known, or proved by the managedFields of the live object.
 */
export function serveObject(server: ObjectServer, meant: MeantObject, live: ValueMap | undefined): ServedObject {
  let state = server;
  if (live !== undefined) {
    const set = withLive(state, live);
    if (set.kind === 'refused') return { kind: 'refused', of: 'live', message: set.message };
    state = { ...set.state, seconds: nextSecond(state, live) };
  }
  const { apiVersion, kind, name } = meant;
  state = withNamedKind(state, meant);
  const { cluster, seconds } = state;
  const version = catalogOf(cluster).findKind(apiVersion, kind);
  if (version === undefined) return { kind: 'refused', of: 'configuration', message: noMatches(apiVersion, kind) };
  const namespace = version.resource.namespaced ? meant.namespace || 'default' : '';
  const path = pathOf({ version, namespace, name });
  const notices = kindNotices(version, state);
  return { kind: 'served', cluster, version, namespace, path, now: timeText(seconds), notices };
}

/** A server that holds many objects, for a program that sends requests of its own. */
export interface ServedObjects {
  readonly cluster: Cluster;
  /** The time of the next request. */
  readonly now: string;
  /** The live objects that the server does not take, with its words. */
  readonly refused: readonly { readonly object: ValueMap; readonly message: string }[];
}

/** Puts many objects on a server, each as `serveObject` does, and lets it know the kinds of a release. */
export function serveObjects(
  server: ObjectServer,
  live: readonly ValueMap[],
  kinds: readonly NamedKind[],
): ServedObjects {
  let state = server;
  let seconds = server.seconds;
  const refused: { readonly object: ValueMap; readonly message: string }[] = [];
  for (const object of live) {
    const set = withLive(state, object);
    if (set.kind === 'refused') refused.push({ object, message: set.message });
    else {
      state = set.state;
      // Each counts from the beginning: the newest of all times is wanted, whatever order the objects have.
      seconds = Math.max(seconds, nextSecond(server, object));
    }
  }
  for (const kind of kinds) state = withNamedKind(state, kind);
  return { cluster: state.cluster, now: timeText(seconds), refused };
}

/** A state with more objects as live steps bring them; one that the server does not take stays out. */
export function withObjects(state: PlayState, objects: readonly ValueMap[]): PlayState {
  return objects.reduce((before, object) => {
    const set = withLive(before, object);
    return set.kind === 'set' ? set.state : before;
  }, state);
}

type WithLive =
  | { readonly kind: 'set'; readonly state: PlayState }
  | { readonly kind: 'refused'; readonly message: string };

function withLive(state: PlayState, live: ValueMap): WithLive {
  const named = { apiVersion: stringAt(live, 'apiVersion') ?? '', kind: stringAt(live, 'kind') ?? '' };
  const known = withKindOf(withNamedKind(state, named), live).state;
  const set = setLive(known.cluster, live);
  return set.kind === 'refused' ? set : { kind: 'set', state: { ...known, cluster: set.cluster } };
}

/** The kind of an object on a server, at its version; undefined where the server does not have it. */
export function kindOnServer(server: ObjectServer, { apiVersion, kind }: NamedKind): ResourceVersion | undefined {
  return catalogOf(server.cluster).findKind(apiVersion, kind);
}
