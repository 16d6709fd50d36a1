import { type Cluster, catalogOf, customResources, emptyCluster, type TypeCatalog } from '@managed-fields/api-server';
import { knownDefinition, knownKinds } from '@managed-fields/known-definitions';
import { isList, isMap, listAt, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { playScenario, type RunOptions, withKnown } from '@managed-fields/player';
import type { Scenario } from '@managed-fields/scenario';
import { readDocuments } from '@managed-fields/source';
import { isCustomResourceDefinition } from './found-object.ts';
import { readSent } from './sent-text.ts';

/**
 * The kinds by which pasted texts are read. Kinds of the server come first, then those that the texts define, then
 * those that the scenario has after its last step, then known ones. Definitions are looked up only if a kind is
 * missing.
 */
export function kindsAtHand(texts: readonly string[], scenario: Scenario, { catalog }: RunOptions): TypeCatalog {
  const sources = [
    lazy(() => texts.flatMap((text) => definedIn(text, catalog))),
    lazy(() => definedBy(scenario, catalog)),
    lazy(() => [knownTo(catalog)]),
  ];
  const first = <Found>(look: (kinds: TypeCatalog) => Found | undefined): Found | undefined => {
    const found = look(catalog);
    if (found !== undefined) return found;
    for (const source of sources) {
      for (const kinds of source()) {
        const defined = look(kinds);
        if (defined !== undefined) return defined;
      }
    }
    return undefined;
  };
  return {
    find: (group, version, plural) => first((kinds) => kinds.find(group, version, plural)),
    findKind: (apiVersion, kind) => first((kinds) => kinds.findKind(apiVersion, kind)),
    isBuiltinGroup: (group) => catalog.isBuiltinGroup(group),
    names: () => [catalog, ...sources.flatMap((source) => source())].flatMap((kinds) => kinds.names()),
  };
}

/**
 * The kinds that a text defines. Each definition is installed by itself, so that one that a server would refuse after
 * another is known as well.
 */
function definedIn(text: string, catalog: TypeCatalog): readonly TypeCatalog[] {
  if (!text.includes('CustomResourceDefinition')) return [];
  return manifestsIn(text).flatMap((manifest) =>
    readDocuments(manifest)
      .flatMap(({ value }) => objectsIn(value))
      .filter(isCustomResourceDefinition)
      .flatMap((definition) => {
        const installed = customResources().installCrd(emptyCluster(catalog), definition);
        return installed.kind === 'installed' ? customKinds(installed.cluster) : [];
      }),
  );
}

/** The texts of objects in a text. Of requests they are the bodies, of commands the standard inputs. */
export function manifestsIn(text: string): readonly string[] {
  const sent = readSent(text);
  if (sent === undefined) return [text];
  return sent.map((each) => (each.form === 'kubectl' ? each.command.input : each.request.body) ?? '');
}

/** The objects of a document, and those in lists of them. */
export function objectsIn(value: Value | undefined): readonly ValueMap[] {
  if (isList(value)) return value.filter(isMap);
  if (!isMap(value)) return [];
  return [value, ...(listAt(value, 'items') ?? []).filter(isMap)];
}

function definedBy(scenario: Scenario, catalog: TypeCatalog): readonly TypeCatalog[] {
  const clusters = playScenario(scenario, catalog).map(({ after }) => after.cluster);
  return [...new Set(clusters.reverse().flatMap(customKinds))];
}

/**
 * The kinds with known definitions. They can be found by what is sent to them, but have no names that a resource name
 * could match.
 */
function knownTo(catalog: TypeCatalog): TypeCatalog {
  const byKind = (apiVersion: string, kind: string) => {
    const known = knownDefinition(apiVersion, kind);
    const assumed = known && withKnown(emptyCluster(catalog), known);
    return assumed && catalogOf(assumed.cluster).findKind(apiVersion, kind);
  };
  return {
    find: (group, version, plural) => {
      const apiVersion = `${group}/${version}`;
      const named = knownKinds().find(
        (each) => each.apiVersion === apiVersion && each.definition === `${plural}.${group}`,
      );
      return named && byKind(apiVersion, named.kind);
    },
    findKind: byKind,
    isBuiltinGroup: (group) => catalog.isBuiltinGroup(group),
    names: () => [],
  };
}

function customKinds({ definitions }: Cluster): readonly TypeCatalog[] {
  return [...definitions.values()].map(({ catalog }) => catalog);
}

function lazy<Made>(make: () => Made): () => Made {
  let made: { readonly value: Made } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
