import {
  catalogOf,
  customResources,
  type ResourceVersion,
  setLive,
  type TypeCatalog,
} from '@managed-fields/api-server';
import { defaultVersion, serverRelease } from '@managed-fields/kubernetes-types';
import { mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { mayBeCustom } from './custom-kind.ts';
import { withKnownKind } from './known-kinds.ts';
import { withKindOf } from './play-live.ts';
import { firstState, type PlayState } from './play-state.ts';

/** What is known beside a live object when its kind is looked for. */
interface LiveContext {
  readonly catalog: TypeCatalog;
  /** The CustomResourceDefinitions of the steps before. */
  readonly definitions?: readonly ValueMap[];
  /** An earlier version of the object, whose managedFields may prove more of a kind without a definition. */
  readonly before?: ValueMap | undefined;
}

/**
 * The kind of a live object, as a step finds it whose steps before are some definitions and an earlier version of the
 * object: a built-in, a defined or a known one, else one that its managedFields prove. Undefined where it can have none.
 */
export function kindOfLive(
  object: ValueMap,
  { catalog, definitions = [], before }: LiveContext,
): ResourceVersion | undefined {
  const apiVersion = stringAt(object, 'apiVersion') ?? '';
  const kind = stringAt(object, 'kind') ?? '';
  const names = definitions.map((definition) => stringAt(mapAt(definition, 'metadata'), 'name') ?? '');
  const start = definitions.reduce(withDefinition, firstState(catalog, serverRelease(defaultVersion), new Set(names)));
  const own = catalogOf(start.cluster);
  const isAssumed = own.findKind(apiVersion, kind) === undefined && mayBeCustom(apiVersion, kind, own);
  const known = isAssumed ? withKnownKind(start, apiVersion, kind) : start;
  const state = withKindOf(before === undefined ? known : withLive(known, before), object).state;
  return catalogOf(state.cluster).findKind(apiVersion, kind);
}

function withDefinition(state: PlayState, definition: ValueMap): PlayState {
  const installed = customResources().installCrd(state.cluster, definition);
  return installed.kind === 'installed' ? { ...state, cluster: installed.cluster } : state;
}

function withLive(state: PlayState, object: ValueMap): PlayState {
  const known = withKindOf(state, object).state;
  const set = setLive(known.cluster, object);
  return set.kind === 'refused' ? known : { ...known, cluster: set.cluster };
}
