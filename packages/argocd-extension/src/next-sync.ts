import type { TypeCatalog } from '@managed-fields/api-server';
import { forecastRelease, readManifests } from '@managed-fields/forecast';
import type { PlayedVersion } from '@managed-fields/kubernetes-types';
import {
  type ExplainedKind,
  type FieldPath,
  formatJson,
  hasPath,
  identityOf,
  locate,
  metadataText,
  type OwnerIdentity,
  ownersNow,
  pathsOf,
  pathToString,
  serverMetadataPaths,
  stringAt,
  union,
  type ValueMap,
  valueAt,
} from '@managed-fields/merge-engine';
import { emptySet, type FieldSet, hasBelow, leaves } from '@managed-fields/merge-engine/fieldpath';
import { type Atom, deducedParseableType } from '@managed-fields/merge-engine/typed';
import { compareStates, lastAppliedPath, preview } from '@managed-fields/player';
import { defaultVersions } from '@managed-fields/tools/programs';
import type { SyncSettings } from './sync-settings.ts';

/**
 * What becomes of a field: it gets the desired value (`taken`), keeps its own (`kept`), keeps it because the Application ignores
 * the difference (`ignored`), goes (`removed`), gets a value that is neither (`other`), or nothing happens, because the sync
 * fails (`fails`) or leaves the object (`left`).
 */
export type Verdict = 'taken' | 'kept' | 'ignored' | 'removed' | 'other' | 'fails' | 'left';

/** A difference between the desired object and the live one, or another field that the next sync changes. */
export interface SyncedField {
  /** In the notation of messages: `.spec.replicas`. */
  readonly path: string;
  /** Values on one line; undefined where the object does not have it. */
  readonly live: string | undefined;
  readonly desired: string | undefined;
  readonly after: string | undefined;
  /** Who owns it in the live object. */
  readonly owners: readonly OwnerIdentity[];
  readonly verdict: Verdict;
}

/** What the next sync of one object comes to. */
export interface NextSync {
  readonly fields: readonly SyncedField[];
  /** How many fields are left out, because at most `mostFields` are listed. */
  readonly leftOut: number;
  /** How many fields the server fills in that neither object has: defaults, which nobody owns. */
  readonly filledIn: number;
  readonly result: 'unchanged' | 'changed' | 'created' | 'fails' | 'left';
  /** The words of Argo CD or the server where the sync fails or leaves the object. */
  readonly message: string | undefined;
  /** Whether the desired object is a hook, which a sync creates by itself. */
  readonly isHook: boolean;
  /** Whether the kind has no schema here, so that lists and maps are taken as the object's entries prove them. */
  readonly withoutSchema: boolean;
}

/** The most fields that are listed. */
export const mostFields = 100;

/** An object as Argo CD shows it, the object that it wants, and how it syncs. */
export interface SyncedObject {
  readonly live: ValueMap;
  readonly desired: ValueMap;
  readonly settings: SyncSettings;
  readonly catalog: TypeCatalog;
  readonly kubernetes: PlayedVersion;
}

/**
 * Says what the next sync of an object makes of each difference between the desired object and the live one, as `tools` plays
 * Argo CD. The object is played alone.
 */
export function nextSync(given: SyncedObject): NextSync {
  const { live, desired, settings, catalog } = given;
  const version = catalog.findKind(stringAt(live, 'apiVersion') ?? '', stringAt(live, 'kind') ?? '');
  const type = version?.type ?? deducedParseableType;
  const played = play(given, settings.options);
  const result = resultOf(played.result);
  const fails = result === 'fails' || result === 'left' ? result : undefined;
  const after = played.after ?? live;
  const texts = textsBy(type);
  const wanted = compared(live, desired, type, ['modified', 'added']);
  const changed = compared(live, after, type, ['modified', 'added', 'removed']);
  const paths = pathsOf(union(wanted, changed)).filter((path) => isListed(pathToString(path), hasPath(changed, path)));
  const unheeded =
    settings.options.get('RespectIgnoreDifferences') === 'true'
      ? play(given, new Map([...settings.options].filter(([name]) => name !== 'RespectIgnoreDifferences'))).after
      : undefined;
  const ownersAt = ownersIn(live, version ?? { type });
  const all = paths.map((path): SyncedField => {
    const [was, wants, is] = [live, desired, after].map((object) => texts(object, path));
    const kept = () => {
      const otherwise = unheeded === undefined ? was : texts(unheeded, path);
      return otherwise === was ? 'kept' : 'ignored';
    };
    const verdict = () => {
      if (fails !== undefined) return fails;
      if (is === was) return kept();
      if (is === undefined) return 'removed';
      return is === wants ? 'taken' : 'other';
    };
    return {
      path: pathToString(path),
      live: was,
      desired: wants,
      after: is,
      owners: ownersAt(path),
      verdict: verdict(),
    };
  });
  // What neither object has, and the sync does not send.
  const fields = all.filter(({ live: was, desired: wants }) => was !== undefined || wants !== undefined);
  return {
    fields: fields.slice(0, mostFields),
    filledIn: all.length - fields.length,
    leftOut: Math.max(0, fields.length - mostFields),
    result,
    message: fails === undefined ? undefined : played.message,
    isHook: played.isHook,
    withoutSchema: version === undefined,
  };
}

interface PlayedSync {
  readonly result: string;
  readonly message: string | undefined;
  readonly after: ValueMap | undefined;
  readonly isHook: boolean;
}

function play(
  { live, desired, catalog, kubernetes, settings }: SyncedObject,
  options: ReadonlyMap<string, string>,
): PlayedSync {
  const forecast = forecastRelease({
    live: [live],
    manifests: readManifests('desired', formatJson(desired)),
    manager: '',
    force: false,
    namespace: settings.namespace || metadataText(live, 'namespace'),
    clientSide: false,
    hooks: 'left-out',
    tool: { name: 'argocd', version: defaultVersions.argocd, options },
    kubernetes,
    catalog,
  });
  const row = forecast.row(0);
  if (row.kind === 'played') {
    const { result, message } = row.serverSide;
    const after = forecast.after(0, 'server-side');
    return { result, message: message || forecast.error, after, isHook: false };
  }
  const unchanged = { after: live, isHook: row.kind === 'hook' };
  if (row.kind === 'unread') return { result: 'refused', message: row.detail ?? forecast.error, ...unchanged };
  return { result: 'left', message: undefined, ...unchanged };
}

function resultOf(result: string): NextSync['result'] {
  if (result === 'changed' || result === 'unchanged' || result === 'created' || result === 'left') return result;
  return 'fails';
}

/** What every write changes, and what is no part of a manifest. */
function isListed(path: string, isChanged: boolean): boolean {
  if (serverMetadataPaths.has(path) || path === lastAppliedPath) return false;
  return isChanged || !/^\.status(?:$|[.[])/.test(path);
}

/** The leaves in which an object differs from another one. */
function compared(
  from: ValueMap,
  to: ValueMap,
  type: Atom,
  parts: readonly ('modified' | 'added' | 'removed')[],
): FieldSet {
  const found = compareStates(from, to, type);
  if (found === undefined) return emptySet;
  return parts.reduce((set, part) => union(set, leaves(found.comparison[part])), emptySet);
}

/** The value of a field on one line; by the type of its kind, else as it stands. */
function textsBy(type: Atom): (object: ValueMap, path: FieldPath) => string | undefined {
  return (object, path) => {
    const place = locate(object, type, path) ?? locate(object, deducedParseableType, path);
    const value = place && valueAt(object, place);
    return value === undefined ? undefined : preview(value);
  };
}

/** Who owns a field of an object, or something in it; of a kind without a schema as its entries are written. */
function ownersIn(live: ValueMap, kind: ExplainedKind): (path: FieldPath) => readonly OwnerIdentity[] {
  const owners = ownersNow(live, kind) ?? [];
  return (path) =>
    owners.filter(({ now }) => hasPath(now, path) || hasBelow(now, path)).map((owner) => identityOf(owner));
}
