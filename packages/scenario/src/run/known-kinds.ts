import { type KnownDefinition, type KnownProject, knownDefinition } from '@managed-fields/known-definitions';
import {
  type Cluster,
  catalogOf,
  definitions,
  isMap,
  listAt,
  mapAt,
  need,
  type Resource,
  stringAt,
  type Value,
} from '@managed-fields/merge-engine';
import type { Step } from '../scenario.ts';
import type { PlayState } from './play-state.ts';
import { type KnownTexts, readStepText } from './step-text.ts';

/** By whose definition kinds are read that the scenario does not define itself, by the resource that it makes. */
export type KnownResources = ReadonlyMap<Resource, KnownProject>;

/**
 * The state in which the kinds that a step names are in force, where a project's definition of them is known and
 * neither the server nor the scenario has one of its own. The same state where there is nothing to add.
 */
export function withKnownKinds(state: PlayState, step: Step, texts: KnownTexts): PlayState {
  if (step.off === true || step.kind === 'crd') return state;
  let after = state;
  for (const { apiVersion, kind } of kindsNamed(step, texts)) {
    if (catalogOf(after.cluster).findKind(apiVersion, kind) !== undefined) continue;
    const known = knownDefinition(apiVersion, kind);
    if (known === undefined || state.ownDefinitions.has(known.kind.definition)) continue;
    const assumed = withKnown(after.cluster, known);
    if (assumed === undefined) continue;
    after = { ...after, cluster: assumed.cluster, known: new Map(after.known).set(assumed.resource, known.kind.of) };
  }
  return after;
}

/** A cluster in which a known definition is in force; undefined where it could not be fetched. */
export function withKnown(
  cluster: Cluster,
  { kind: { apiVersion, kind }, definition }: KnownDefinition,
): { readonly cluster: Cluster; readonly resource: Resource } | undefined {
  const assumed = definition && need(definitions).assumeCrd(cluster, definition);
  const resource = assumed && catalogOf(assumed).findKind(apiVersion, kind)?.resource;
  return resource && { cluster: assumed, resource };
}

interface NamedKind {
  readonly apiVersion: string;
  readonly kind: string;
}

/** The kinds that a step's settings, text and files name. */
function kindsNamed(step: Step, texts: KnownTexts): readonly NamedKind[] {
  const named = documentsOf(step, texts).flatMap(kindsIn);
  return step.object === undefined ? named : [step.object, ...named];
}

function kindsIn(value: Value): readonly NamedKind[] {
  if (!isMap(value)) return [];
  const items = listAt(value, 'items');
  if (items !== undefined) return items.flatMap(kindsIn);
  const apiVersion = stringAt(value, 'apiVersion') ?? '';
  const kind = stringAt(value, 'kind') ?? '';
  return apiVersion === '' || kind === '' ? [] : [{ apiVersion, kind }];
}

/** What is written in a step: its text, or the files of a command. */
function documentsOf(step: Step, texts: KnownTexts): readonly Value[] {
  const written = step.kind === 'kubectl' ? Object.values(step.files ?? {}) : [step.text];
  return written.flatMap((text) => {
    const { documents } = readStepText(text, texts);
    return documents.flatMap(({ value }) => (value === undefined ? [] : [value]));
  });
}

const none: ReadonlySet<string> = new Set();

/** The names of the CustomResourceDefinitions that steps hold, `certificates.cert-manager.io`. */
export function definitionsOf(steps: readonly Step[], texts: KnownTexts): ReadonlySet<string> {
  const holding = steps.filter(
    ({ off, text, files }) => off !== true && [text, ...Object.values(files ?? {})].some(mentionsDefinition),
  );
  if (holding.length === 0) return none;
  return new Set(holding.flatMap((step) => documentsOf(step, texts).flatMap(definitionNames)));
}

function mentionsDefinition(text: string): boolean {
  return text.includes('CustomResourceDefinition');
}

function definitionNames(value: Value): readonly string[] {
  if (!isMap(value)) return [];
  const items = listAt(value, 'items');
  if (items !== undefined) return items.flatMap(definitionNames);
  const name = stringAt(mapAt(value, 'metadata'), 'name');
  return stringAt(value, 'kind') === 'CustomResourceDefinition' && name !== undefined ? [name] : [];
}
