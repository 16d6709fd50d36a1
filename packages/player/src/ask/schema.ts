import { catalogOf, emptyCluster, type ResourceVersion, type TypeCatalog } from '@managed-fields/api-server';
import { knownDefinition } from '@managed-fields/known-definitions';
import {
  explainOwnership,
  type FieldOwnership,
  type FieldPath,
  isList,
  isMap,
  type Value,
} from '@managed-fields/merge-engine';
import type { FieldPathText, Scenario } from '@managed-fields/scenario';
import { describeNode, type SchemaFieldView } from '../assist/describe.ts';
import { type FieldType, fieldTypeOf } from '../assist/field-type.ts';
import { type KindName, type KindView, kindsAt, withPasted } from '../assist/kinds.ts';
import { markerOf } from '../assist/markers.ts';
import {
  childrenOf,
  isRecursive,
  nodeAt,
  rootNode,
  type SchemaNode,
  type SchemaPath,
  schemaPathText,
} from '../assist/schema-node.ts';
import { withKnown } from '../run/known-kinds.ts';
import type { PlayState } from '../run/play-state.ts';
import type { PlayedStep } from '../run/played-step.ts';
import { playScenario, type RunOptions } from '../run/run.ts';

/** Where kinds are looked up: at a step of the scenario, and in pasted text. */
export interface SchemaPlace {
  /** The step after which the kinds are looked up; absent for the last step. */
  readonly stepId?: string;
  /** A text of CustomResourceDefinitions that are shown without a step. */
  readonly pasted?: string;
}

/** The answer to a question about the schema of a kind. */
export type SchemaAnswer =
  | {
      readonly kind: 'fields';
      /** The field itself. The object has no name. */
      readonly self: SchemaFieldView;
      /** The fields inside it. */
      readonly fields: readonly SchemaFieldView[];
      /** Whether a search found more fields than these. */
      readonly more: boolean;
    }
  | { readonly kind: 'unknown-kind' }
  | { readonly kind: 'unknown-field' }
  /** The pasted text is no definition that the server accepts; `problems` are its messages. */
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

/** The kinds whose schema can be shown; `pasted` are those that the pasted text defines. */
export type KindsAnswer =
  | { readonly kind: 'kinds'; readonly kinds: readonly KindView[]; readonly pasted: readonly KindName[] }
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

/** All kinds at a place. */
export function schemaKinds(scenario: Scenario, place: SchemaPlace, options: RunOptions): KindsAnswer {
  const found = catalogAt(scenario, place, options);
  if (found.kind === 'refused') return found;
  const { catalog, state, pasted } = found;
  const kinds = kindsAt(catalog, state).filter((kind) => kind.origin !== 'known' || !pasted.some(isLike(kind)));
  return { kind: 'kinds', kinds, pasted };
}

/** Matches the same kind at other versions of its group. */
function isLike({ apiVersion, kind }: KindName): (other: KindName) => boolean {
  const [group] = apiVersion.split('/');
  return (other) => other.kind === kind && other.apiVersion.split('/')[0] === group;
}

/**
 * The fields inside a field of a kind, or of the object itself. Only one level, because a schema may contain itself.
 */
export function schemaTree(
  scenario: Scenario,
  { of, path = [], ...place }: SchemaPlace & { readonly of: KindName; readonly path?: SchemaPath },
  options: RunOptions,
): SchemaAnswer {
  const found = catalogAt(scenario, place, options);
  if (found.kind === 'refused') return found;
  const version = versionOf(found, of);
  return version === undefined ? { kind: 'unknown-kind' } : answerAt(rootNode(version), path);
}

function answerAt(root: SchemaNode, path: SchemaPath): SchemaAnswer {
  const node = nodeAt(root, path);
  if (node === undefined) return { kind: 'unknown-field' };
  const parent = path.length === 0 ? undefined : nodeAt(root, path.slice(0, -1));
  const fields = childrenOf(node).map((child) => describeNode(child, node, root));
  return { kind: 'fields', self: describeNode(node, parent, root), fields, more: false };
}

/** The most fields that a search returns. */
const mostFound = 200;

/**
 * The fields of a kind whose name, path or marker contains a word, those nearest to the object first. A definition
 * inside itself is not searched again.
 */
export function schemaSearch(
  scenario: Scenario,
  { of, word, ...place }: SchemaPlace & { readonly of: KindName; readonly word: string },
  options: RunOptions,
): SchemaAnswer {
  const found = catalogAt(scenario, place, options);
  if (found.kind === 'refused') return found;
  const version = versionOf(found, of);
  if (version === undefined) return { kind: 'unknown-kind' };
  const root = rootNode(version);
  const wanted = word.trim().toLowerCase();
  const fields: SchemaFieldView[] = [];
  let level: readonly SchemaNode[] = [root];
  while (level.length > 0 && fields.length <= mostFound) {
    const next: SchemaNode[] = [];
    for (const parent of level) {
      for (const node of childrenOf(parent)) {
        if (isFound(root, node, wanted)) fields.push(describeNode(node, parent, root));
        if (!isRecursive(node) && fieldTypeOf(node) !== 'any') next.push(node);
      }
    }
    level = next;
  }
  const self = describeNode(root, undefined, root);
  return { kind: 'fields', self, fields: fields.slice(0, mostFound), more: fields.length > mostFound };
}

function isFound(root: SchemaNode, node: SchemaNode, wanted: string): boolean {
  if (wanted.startsWith('.')) return schemaPathText(root, node.path).toLowerCase().startsWith(wanted);
  const marker = markerOf(node);
  const written =
    marker === undefined || marker.origin === 'unwritten' || marker.origin === 'unknown'
      ? []
      : [...marker.openApi, ...marker.go];
  return [node.path.at(-1) ?? '', ...written].some((each) => each.toLowerCase().includes(wanted));
}

/**
 * The schema's view of a field of a step's object; undefined where there is no such field, or its kind is not known.
 */
export function schemaField(
  scenario: Scenario,
  { stepId, path }: { readonly stepId: string; readonly path: FieldPathText },
  { catalog }: RunOptions,
): (SchemaFieldView & KindName) | undefined {
  const played = playScenario(scenario, catalog).find(({ step }) => step.id === stepId);
  const version = played?.target?.version;
  const field = played === undefined ? undefined : fieldOf(played, path);
  if (version === undefined || field === undefined) return undefined;
  const root = rootNode(version);
  const schemaPath = schemaPathOf(root, field.path);
  const node = nodeAt(root, schemaPath);
  if (node === undefined) return undefined;
  const parent = nodeAt(root, schemaPath.slice(0, -1));
  const described = describeNode(node, parent, root, standingType(field.value));
  return { ...described, apiVersion: version.apiVersion, kind: version.resource.kind };
}

/** The type of a value in a field that allows any. */
function standingType(value: Value | undefined): FieldType | undefined {
  if (value === undefined || value === null || isMap(value)) return undefined;
  return isList(value) ? 'list' : 'string';
}

/** The field with a printed path, in the object that a step shows or in the one that it tried to write. */
function fieldOf({ shown, target, trace }: PlayedStep, text: FieldPathText): FieldOwnership | undefined {
  if (target === undefined) return undefined;
  const objects = [shown, trace?.config].filter((object) => object !== undefined);
  const fields = objects.flatMap((object) => explainOwnership(object, target.version).fields);
  return fields.find((field) => field.text === text);
}

function schemaPathOf(root: SchemaNode, path: FieldPath): SchemaPath {
  const steps: (string | null)[] = [];
  for (const element of path) {
    const node = nodeAt(root, steps);
    const names = node === undefined ? [] : childrenOf(node).map((child) => child.path.at(-1));
    steps.push(element.kind === 'field' && names.includes(element.name) ? element.name : null);
  }
  return steps;
}

type Found = Kinds | { readonly kind: 'refused'; readonly problems: readonly string[] };

interface Kinds {
  readonly kind: 'catalog';
  readonly catalog: TypeCatalog;
  readonly pasted: readonly KindName[];
  /** The state of the scenario; undefined before the first step. */
  readonly state: PlayState | undefined;
}

/** A kind at a place: by its definition there, else by a known one. */
function versionOf({ catalog, state }: Kinds, { apiVersion, kind }: KindName): ResourceVersion | undefined {
  const there = catalog.findKind(apiVersion, kind);
  const known = there === undefined ? knownDefinition(apiVersion, kind) : undefined;
  if (known === undefined || state?.ownDefinitions.has(known.kind.definition)) return there;
  return withKnown(emptyCluster(catalog), known)?.resource.versions.get(apiVersion.slice(apiVersion.indexOf('/') + 1));
}

function catalogAt(scenario: Scenario, { stepId, pasted }: SchemaPlace, { catalog }: RunOptions): Found {
  const played = playScenario(scenario, catalog);
  const at = stepId === undefined ? played.at(-1) : played.find(({ step }) => step.id === stepId);
  const state = at?.after;
  const cluster = state?.cluster ?? emptyCluster(catalog);
  if (pasted === undefined || pasted.trim() === '') {
    return { kind: 'catalog', catalog: catalogOf(cluster), pasted: [], state };
  }
  const read = withPasted(cluster, pasted);
  return read.kind === 'refused' ? read : { ...read, state };
}
