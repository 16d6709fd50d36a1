import type { ResourceVersion } from '@managed-fields/api-server';
import {
  type Atom,
  isList,
  mapAt,
  type PatchLookup,
  type PatchSchema,
  type ValueMap,
  type WrittenSchema,
  writtenPart,
} from '@managed-fields/merge-engine';

/** A step from a field to what is in it: a name, or null for each item of a list and each value of a map. */
export type SchemaStep = string | null;

/** A way into a schema, from the whole object. */
export type SchemaPath = readonly SchemaStep[];

/**
 * A field of a kind as both its compiled type and its written schema have it. Types go by what the engine merges by;
 * what is written adds enums, formats, and whether a marker stands there or a default holds.
 */
export interface SchemaNode {
  readonly path: SchemaPath;
  readonly atom: Atom;
  /** Undefined where only the type is known. */
  readonly written: ValueMap | undefined;
  /** The name of the definition that it refers to; empty for a type written in place. */
  readonly definition: string;
  /** The definitions that it is inside of. */
  readonly within: readonly string[];
  readonly required: boolean;
  /** The outermost atomic list or map that it is part of; nothing in there is owned by itself. */
  readonly whole: SchemaPath | undefined;
  /** For an item, the keys by which the items of its list are told apart. */
  readonly itemKeys: readonly string[];
  /** It is such a key itself. */
  readonly isKey: boolean;
  /** How a strategic merge patch treats it; undefined where there is none, or it says nothing. */
  readonly patch: StrategicPatch | undefined;
  /** What a strategic merge patch knows of what is in it. */
  readonly patchType: PatchSchema | undefined;
  readonly kind: KindSchema;
}

/** How a strategic merge patch treats a field. */
export interface StrategicPatch {
  readonly strategies: readonly string[];
  readonly mergeKey: string;
}

/** What all nodes of one kind share. */
export interface KindSchema {
  readonly version: ResourceVersion;
  readonly written: WrittenSchema | undefined;
}

/** Maps definitions whose own schema does not say what they hold to the definition of their contents. */
const contentsByDefinition: ReadonlyMap<string, string> = new Map(
  ['OrArray', 'OrBool'].map((suffix) => {
    const schemaProps = 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps';
    return [schemaProps + suffix, schemaProps];
  }),
);

/** The object itself, from which all its fields are reached. */
export function rootNode(version: ResourceVersion): SchemaNode {
  const { written, type, patchType } = version;
  return {
    path: [],
    atom: type,
    written: written?.root,
    definition: type.name,
    within: [],
    required: true,
    whole: undefined,
    itemKeys: [],
    isKey: false,
    patch: undefined,
    patchType,
    kind: { version, written },
  };
}

/** The fields of an object, or the one node that stands for each item of a list or each value of a map. */
export function childrenOf(node: SchemaNode): readonly SchemaNode[] {
  const names = new Set([
    ...(mapAt(node.written, 'properties')?.keys() ?? []),
    ...(node.atom.map?.fields.keys() ?? []),
  ]);
  const fields = [...names].flatMap((name) => childOf(node, name) ?? []);
  const each = fields.length === 0 ? childOf(node, null) : undefined;
  return each === undefined ? fields : [each];
}

/** One field or the node of each item or value; undefined where the schema has no place for it. */
export function childOf(node: SchemaNode, step: SchemaStep): SchemaNode | undefined {
  const part = writtenAt(node.written, step);
  // A definition that tells of fields which its type leaves open.
  const atom = atomAt(node.atom, step) ?? (part === undefined ? undefined : node.atom.map?.element);
  if (atom === undefined && part === undefined) return undefined;
  const followed = followedPart(node, part);
  const isWhole = node.atom.list?.relationship === 'atomic' || node.atom.map?.relationship === 'atomic';
  const lookup = lookupOf(node, step, atom);
  const required = node.written?.get('required') ?? null;
  return {
    path: [...node.path, step],
    atom: atom ?? { name: '' },
    written: followed?.schema,
    definition: followed?.name ?? atom?.name ?? '',
    within: node.definition === '' ? node.within : [...node.within, node.definition],
    required: step !== null && isList(required) && required.includes(step),
    whole: node.whole ?? (isWhole && !isOpen(node.atom) ? node.path : undefined),
    itemKeys: step === null ? keysOf(node) : [],
    isKey: step !== null && node.itemKeys.includes(step),
    patch: lookup?.kind === 'field' ? strategicPatch(lookup.field) : undefined,
    patchType: step === null ? node.patchType : lookup?.kind === 'field' ? lookup.field.schema : undefined,
    kind: node.kind,
  };
}

/** The node at a path; a name that is no field is taken as a key of a map. */
export function nodeAt(root: SchemaNode, path: SchemaPath): SchemaNode | undefined {
  let node: SchemaNode | undefined = root;
  for (const step of path) {
    if (node === undefined) return undefined;
    node = childOf(node, step) ?? (step === null ? undefined : childOf(node, null));
  }
  return node;
}

/** The path of a node as it is said: `.spec.containers[].name`, `.metadata.labels.*`. */
export function schemaPathText(root: SchemaNode, path: SchemaPath): string {
  let text = '';
  let node: SchemaNode | undefined = root;
  for (const step of path) {
    const isListItem = step === null && node?.atom.list !== undefined && node.atom.map === undefined;
    text += step === null ? (isListItem ? '[]' : '.*') : `.${step}`;
    node = node === undefined ? undefined : childOf(node, step);
  }
  return text === '' ? '.' : text;
}

/** Anything fits: neither fields nor items are known. */
export function isOpen(atom: Atom): boolean {
  return atom.list !== undefined && atom.map !== undefined && atom.map.fields.size === 0;
}

/** Whether a node is of a definition that it is itself inside of. */
export function isRecursive({ definition, within }: SchemaNode): boolean {
  return definition !== '' && within.includes(definition);
}

/** The names of the keys by which the items of a list are told apart. */
export function keysOf(node: SchemaNode): readonly string[] {
  return node.atom.list?.relationship === 'associative' ? node.atom.list.keys : [];
}

function atomAt({ map, list }: Atom, step: SchemaStep): Atom | undefined {
  if (step !== null) return map?.fields.get(step)?.type;
  if (list !== undefined && map === undefined) return list.element;
  return map?.element;
}

function writtenAt(schema: ValueMap | undefined, step: SchemaStep): ValueMap | undefined {
  if (step !== null) return mapAt(mapAt(schema, 'properties'), step);
  return mapAt(schema, 'items') ?? mapAt(schema, 'additionalProperties');
}

function followedPart({ kind }: SchemaNode, part: ValueMap | undefined) {
  if (part === undefined || kind.written === undefined) return undefined;
  const followed = writtenPart(part, kind.written);
  const contents = contentsByDefinition.get(followed.name);
  const schema = contents === undefined ? undefined : kind.written.named(contents);
  return schema === undefined || contents === undefined ? followed : { name: contents, schema };
}

function lookupOf({ patchType }: SchemaNode, step: SchemaStep, atom: Atom | undefined): PatchLookup | undefined {
  if (step === null || patchType === undefined) return undefined;
  const isListField = atom?.list !== undefined && atom.map === undefined;
  return isListField ? patchType.slice(step) : patchType.struct(step);
}

function strategicPatch({ strategies, mergeKey }: StrategicPatch): StrategicPatch | undefined {
  return strategies.length === 0 && mergeKey === '' ? undefined : { strategies, mergeKey };
}
