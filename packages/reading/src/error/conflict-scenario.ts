import { catalogOf, customResources, emptyCluster, type TypeCatalog } from '@managed-fields/api-server';
import {
  type Atom,
  type FieldPath,
  fieldSetToV1,
  pathFromString,
  setOf,
  type Value,
  type ValueMap,
  withEntry,
} from '@managed-fields/merge-engine';
import { mayBeCustom } from '@managed-fields/player';
import type { NewStep } from '@managed-fields/scenario';
import { printYaml } from '@managed-fields/source';
import type { ErrorTool, MadeUp } from '@managed-fields/tools';
import { completeObject } from './complete-object.ts';
import type { ErrorFacts, ErrorManager } from './error-facts.ts';
import { guessKinds, pathsOf } from './guess-kind.ts';
import { placeholderDefinition } from './placeholder-definition.ts';
import { sampleObject } from './sample-value.ts';

/** Steps that lead to a message, and how certain the kind of their object is. */
export interface MadeSteps {
  readonly steps: readonly NewStep[];
  /** The API version and kind, such as `apps/v1 Deployment`. */
  readonly kind: string;
  /** Whether the kind was guessed, because the message does not name it. */
  readonly guessed: boolean;
  /** Whether no known kind has such fields, so that a definition was made up of them. */
  readonly placeholder: boolean;
}

/** The manager that a tool applies as, for texts that do not name it. */
const appliers: Readonly<Partial<Record<ErrorTool, string>>> = {
  'argo-cd': 'argocd-controller',
  flux: 'kustomize-controller',
  helm: 'helm',
  kubectl: 'kubectl',
  terraform: 'Terraform',
  'terraform-kubectl': 'kubectl',
  pulumi: 'pulumi-kubernetes',
};

/** The most kinds that are tried. */
const mostKindsTried = 8;

/**
 * Makes scenarios of a conflict, the likeliest first: a live object whose fields the managers own, and an apply by
 * somebody else with other values. None where the message names no field.
 */
export function* conflictSteps(facts: ErrorFacts, catalog: TypeCatalog): Generator<MadeSteps> {
  const texts = facts.managers.flatMap(({ paths }) => paths);
  const versions = versionsIn(facts);
  if (texts.length === 0) return;
  const { namespace } = facts.object;
  const metadataOf = (name: string): ValueMap =>
    new Map([
      ['name', facts.object.name ?? name],
      ...(namespace === undefined ? [] : [['namespace', namespace] as const]),
    ]);
  let tried = 0;
  let named = false;
  for (const { version, guessed } of guessKinds(catalog, facts.object, versions, texts)) {
    const { apiVersion, resource, type } = version;
    const head: ValueMap = new Map<string, Value>([
      ['apiVersion', apiVersion],
      ['kind', resource.kind],
      ['metadata', metadataOf(madeUpName(resource.kind))],
    ]);
    const steps = liveAndApply(facts, head, type, resource.kind, apiVersion);
    yield { steps, kind: `${apiVersion} ${resource.kind}`, guessed, placeholder: false };
    tried++;
    named = !guessed;
    if (tried === mostKindsTried) break;
  }
  if (named) return;
  // If no built-in kind leads to the message, it is about a custom resource.
  const made = placeholderSteps(facts, metadataOf(madeUpName('')), catalog);
  if (made !== undefined) yield made;
}

/** A kind made up of the fields in a message: its definition, and the type that the definition gives it. */
export interface PlaceholderKind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly definition: ValueMap;
  readonly type: Atom;
}

/** Makes up a kind for a message; undefined where no definition could define it. */
export function placeholderKind(facts: ErrorFacts, catalog: TypeCatalog): PlaceholderKind | undefined {
  const texts = facts.managers.flatMap((manager) => manager.paths);
  const versions = versionsIn(facts);
  const apiVersion = facts.object.apiVersion ?? versions.find((each) => each.includes('/')) ?? 'example.com/v1';
  const [group = ''] = apiVersion.split('/');
  const kind = facts.object.kind ?? 'Example';
  if (!mayBeCustom(apiVersion, kind, catalog)) return undefined;
  const paths = texts.flatMap((text): FieldPath[] => {
    const read = pathFromString(text);
    return read === undefined ? [] : [read];
  });
  const definition = placeholderDefinition({
    apiVersion,
    kind,
    otherVersions: versions
      .filter((each) => each !== apiVersion && each.startsWith(`${group}/`))
      .map((each) => each.slice(group.length + 1)),
    paths,
    subresources: new Set(facts.managers.map(({ subresource }) => subresource)),
  });
  const installed = customResources().installCrd(emptyCluster(catalog), definition);
  const version = installed.kind === 'installed' ? catalogOf(installed.cluster).findKind(apiVersion, kind) : undefined;
  if (version === undefined) return undefined;
  return { apiVersion, kind, definition, type: version.type };
}

function placeholderSteps(facts: ErrorFacts, metadata: ValueMap, catalog: TypeCatalog): MadeSteps | undefined {
  const made = placeholderKind(facts, catalog);
  if (made === undefined) return undefined;
  const { apiVersion, kind, definition, type } = made;
  const head: ValueMap = new Map<string, Value>([
    ['apiVersion', apiVersion],
    ['kind', kind],
    ['metadata', metadata],
  ]);
  return {
    steps: [{ kind: 'crd', text: printYaml(definition).text }, ...liveAndApply(facts, head, type, kind, apiVersion)],
    kind: `${apiVersion} ${kind}`,
    guessed: facts.object.kind === undefined,
    placeholder: true,
  };
}

/** The API versions that a message names. */
function versionsIn({ managers }: ErrorFacts): readonly string[] {
  return [...new Set(managers.map(({ apiVersion }) => apiVersion).filter((each) => each !== ''))];
}

/** The time of the entries in made-up objects. */
export const madeUpTime = '2026-01-01T00:00:00Z';

/** The made-up name of an object that the message does not name. */
export function madeUpName(kind: string): string {
  return kind === 'CustomResourceDefinition' ? 'examples.example.com' : 'example';
}

/** A made-up live object whose fields the managers own, and an apply of other values to it. */
export function liveAndApply(
  facts: ErrorFacts,
  head: ValueMap,
  type: Atom,
  kind: string,
  apiVersion: string,
): readonly NewStep[] {
  const paths = facts.managers.map((manager) => pathsOf(type, manager.paths));
  const all = paths.flat();
  const live = merged(head, completeObject(kind, sampleObject(type, all, 'theirs')));
  const config = merged(head, completeObject(kind, sampleObject(type, all, 'yours')));
  const entries = facts.managers.map((manager, index) => entryOf(manager, paths[index] ?? [], apiVersion));
  const metadata = live.get('metadata');
  const owned =
    metadata instanceof Map ? withEntry(live, 'metadata', withEntry(metadata, 'managedFields', entries)) : live;
  const manager = applierOf(facts);
  return [
    { kind: 'live', text: printYaml(secretsEncoded(kind, owned)).text },
    { kind: 'apply', manager, ...subresourceOf(all), text: printYaml(secretsEncoded(kind, config)).text },
  ];
}

/** The setting of an apply whose fields are all in `status`. */
export function subresourceOf(paths: readonly FieldPath[]): { readonly subresource?: 'status' } {
  const ofStatus = paths.every(([first]) => first?.kind === 'field' && first.name === 'status');
  return ofStatus && paths.length > 0 ? { subresource: 'status' } : {};
}

/**
 * The manager that applies: the one that the text names, else the tool's own, else `me`; never one of those that own
 * the fields.
 */
export function applierOf(facts: ErrorFacts): string {
  const named = namedApplier(facts) ?? 'me';
  const appliesToo = (name: string) =>
    facts.managers.some(({ manager, operation }) => manager === name && operation === 'Apply');
  return [named, 'me', 'somebody-else'].find((name) => !appliesToo(name)) ?? named;
}

/** The manager that the text names, or as which its tool applies. */
function namedApplier({ data, tool }: ErrorFacts): string | undefined {
  return data['fieldManager'] ?? (tool === undefined ? undefined : appliers[tool]);
}

/**
 * What was made up of a conflict to play it: the values of the configuration always, and whatever else the message does not say,
 * unless the live object was there (`withObject`).
 */
export function madeUpIn(facts: ErrorFacts, withObject: boolean): readonly MadeUp[] {
  const { kind, namespace, name } = facts.object;
  const unsaid: Readonly<Record<MadeUp, boolean>> = {
    kind: !withObject && kind === undefined,
    namespace: !withObject && namespace === undefined,
    name: !withObject && name === undefined,
    manager: applierOf(facts) !== namedApplier(facts),
    live: !withObject,
    declared: true,
  };
  return (Object.keys(unsaid) as MadeUp[]).filter((part) => unsaid[part]);
}

function entryOf(
  { manager, operation, subresource, apiVersion }: ErrorManager,
  paths: readonly FieldPath[],
  own: string,
): Value {
  // The owner of a field in an item also owns the item and its keys. An item that is in the list twice is owned as a
  // whole.
  const around = paths.flatMap((path) =>
    path.flatMap((element, at): FieldPath[] => {
      if (element.kind !== 'key' || at === path.length - 1) return [];
      const item = path.slice(0, at + 1);
      return [item, ...element.key.map(({ name }): FieldPath => [...item, { kind: 'field', name }])];
    }),
  );
  return new Map<string, Value>([
    ['manager', manager],
    ['operation', operation],
    ['apiVersion', apiVersion === '' ? own : apiVersion],
    ['time', madeUpTime],
    ['fieldsType', 'FieldsV1'],
    ['fieldsV1', fieldSetToV1(setOf(...paths, ...around))],
    ...(subresource === '' ? [] : [['subresource', subresource] as const]),
  ]);
}

/** Merges two maps. For scalars and lists the second wins. */
export function merged(a: ValueMap, b: ValueMap): ValueMap {
  const all = new Map(a);
  for (const [name, value] of b) {
    const own = all.get(name);
    all.set(name, own instanceof Map && value instanceof Map ? merged(own, value) : value);
  }
  return all;
}

/** Encodes the data of a Secret as base64. */
export function secretsEncoded(kind: string, object: ValueMap): ValueMap {
  const data = object.get('data');
  if (kind !== 'Secret' || !(data instanceof Map)) return object;
  const encoded = [...data].map(([key, value]): [string, Value] => [key, value === 'theirs' ? 'dGhlaXJz' : 'eW91cnM=']);
  return withEntry(object, 'data', new Map(encoded));
}
