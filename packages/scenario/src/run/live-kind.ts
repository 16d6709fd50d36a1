import { catalogOf, type ResourceVersion, setLive, type TypeCatalog } from '@managed-fields/api-server';
import { defaultVersion, releases } from '@managed-fields/kubernetes-types';
import { stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { mayBeCustom } from './custom-kind.ts';
import { withKnownKind } from './known-kinds.ts';
import { withKindOf } from './play-live.ts';
import { firstState, type PlayState } from './play-state.ts';

/**
 * The kind of a live object, as a step with this object alone finds it, or one after a step with its version before: a
 * built-in or a known one, else one that its managedFields prove. Undefined where it can have none. What `modulesOfKind`
 * names has to be loaded.
 */
export function kindOfLive(object: ValueMap, catalog: TypeCatalog, before?: ValueMap): ResourceVersion | undefined {
  const { apiVersion, kind } = namesOf(object);
  const start = firstState(catalog, releases[defaultVersion], new Set());
  const isAssumed = catalog.findKind(apiVersion, kind) === undefined && mayBeCustom(apiVersion, kind, catalog);
  const known = isAssumed ? withKnownKind(start, apiVersion, kind) : start;
  const state = withKindOf(before === undefined ? known : withLive(known, before), object).state;
  return catalogOf(state.cluster).findKind(apiVersion, kind);
}

function withLive(state: PlayState, object: ValueMap): PlayState {
  const known = withKindOf(state, object).state;
  const set = setLive(known.cluster, object);
  return set.kind === 'refused' ? known : { ...known, cluster: set.cluster };
}

function namesOf(object: ValueMap): { readonly apiVersion: string; readonly kind: string } {
  return { apiVersion: stringAt(object, 'apiVersion') ?? '', kind: stringAt(object, 'kind') ?? '' };
}
