import type { ResourceVersion, TypeCatalog } from '@managed-fields/api-server';
import { type ValueMap, type ValuePath, valueFromPlain } from '@managed-fields/merge-engine';
import type { StepText } from '@managed-fields/scenario';
import type { KindName } from './kinds.ts';
import { type OutlineNode, textAt } from './outline.ts';
import { childOf, rootNode, type SchemaNode } from './schema-node.ts';

/** How the text of a step is read. */
export type TextForm = Exclude<StepText, 'command'>;

/** What is known about a text from the scenario around it. */
export interface AssistContext {
  readonly catalog: TypeCatalog;
  /** The kinds that the text can name. */
  kinds(): readonly KindName[];
  readonly form: TextForm;
  readonly subresource: string;
  /** The kind of the object that the text is about, unless the text itself names it. */
  readonly version: ResourceVersion | undefined;
  readonly name: string;
  readonly namespace: string;
  /** The object before the step. */
  readonly object: ValueMap | undefined;
}

/** A place of a text in the schema of its object. */
export interface PlaceInSchema {
  /** The node of the place; undefined where the schema has none, or the kind is not known. */
  readonly node: SchemaNode | undefined;
  /** The node of the object. */
  readonly root: SchemaNode | undefined;
  /** The path in the text at which the object begins. */
  readonly base: ValuePath;
  /** For an operation of a JSON patch: its path in the text, and the path inside it. */
  readonly operation: { readonly path: ValuePath; readonly rest: ValuePath } | undefined;
}

/** Finds a place of a text in the schema of the object that the text is about. */
export function placeInSchema(text: OutlineNode | undefined, path: ValuePath, context: AssistContext): PlaceInSchema {
  if (isJsonPatch(text, context)) return placeInOperation(text, path, context);
  const isList =
    textAt(text, ['kind'])?.endsWith('List') === true && path[0] === 'items' && typeof path[1] === 'number';
  const base = isList ? path.slice(0, 2) : [];
  const root = rootOf(text, base, context);
  return { root, base, node: root && follow(root, path.slice(base.length)), operation: undefined };
}

/** Whether a text is a list of operations, or can become one. */
export function isJsonPatch(text: OutlineNode | undefined, { form }: AssistContext): boolean {
  return form === 'json-patch' ? text?.kind !== 'map' : form === 'merge-patch' && text?.kind === 'list';
}

function rootOf(text: OutlineNode | undefined, base: ValuePath, context: AssistContext): SchemaNode | undefined {
  const apiVersion = textAt(text, [...base, 'apiVersion']) ?? '';
  const kind = textAt(text, [...base, 'kind']) ?? '';
  const isScale = context.subresource === 'scale' && (kind === '' || kind === 'Scale');
  const named = apiVersion === '' || kind === '' ? undefined : context.catalog.findKind(apiVersion, kind);
  const version = named ?? (apiVersion !== '' && kind !== '' && !isScale ? undefined : context.version);
  if (version === undefined) return undefined;
  return isScale ? scaleNode(version) : rootNode(version);
}

/**
 * Follows names and indices down a schema. A directive of a strategic merge patch is followed to the field that it is
 * about.
 */
function follow(root: SchemaNode, path: ValuePath): SchemaNode | undefined {
  let node: SchemaNode | undefined = root;
  for (const step of path) {
    if (node === undefined) return undefined;
    const name: string | undefined = typeof step === 'string' ? fieldOfDirective(step) : undefined;
    node = (name === undefined ? undefined : childOf(node, name)) ?? childOf(node, null);
  }
  return node;
}

function fieldOfDirective(name: string): string {
  return /^\$(?:setElementOrder|deleteFromPrimitiveList)\/(.+)$/.exec(name)?.[1] ?? name;
}

/** The path of a JSON pointer, with numbers for items; `-` is the item 0, since all items have one schema. */
export function pointerPath(pointer: string): ValuePath {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (part === '-' ? 0 : /^\d+$/.test(part) ? Number(part) : part));
}

function placeInOperation(text: OutlineNode | undefined, path: ValuePath, context: AssistContext): PlaceInSchema {
  const { version, subresource } = context;
  const root = version && (subresource === 'scale' ? scaleNode(version) : rootNode(version));
  const operation = { path: path.slice(0, 1), rest: path.slice(1) };
  const [key, ...inValue] = operation.rest;
  const pointer = textAt(text, [...operation.path, 'path']);
  if (key !== 'value' || root === undefined || pointer === undefined) {
    return { root, base: [], node: undefined, operation };
  }
  return { root, base: [], node: follow(root, [...pointerPath(pointer), ...inValue]), operation };
}

const text = { type: 'string' };
const replicas = { type: 'integer', format: 'int32' };

/**
 * The schema of a Scale.
 * Upstream: k8s.io/api autoscaling/v1 types.go Scale.
 */
const scaleSchema = valueFromPlain({
  type: 'object',
  properties: {
    apiVersion: text,
    kind: text,
    metadata: { type: 'object', properties: { name: text, namespace: text, resourceVersion: text, uid: text } },
    spec: { type: 'object', properties: { replicas } },
    status: { type: 'object', required: ['replicas'], properties: { replicas, selector: text } },
  },
});

function scaleNode(version: ResourceVersion): SchemaNode {
  const written = scaleSchema instanceof Map ? scaleSchema : undefined;
  const node = rootNode(version);
  const kind = { version, written: written && { root: written, named: () => undefined } };
  return { ...node, atom: { name: '' }, written, definition: '', patchType: undefined, kind };
}
