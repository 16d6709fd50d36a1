import { formatJson, stringAt } from '@managed-fields/merge-engine';
import type { TextRange } from '@managed-fields/scenario';
import { defaultsIn } from './defaults.ts';
import { type FieldType, fieldTypeOf, valuesOf } from './field-type.ts';
import { type MarkerView, markerOf, type StrategicView, strategicOf } from './markers.ts';
import { outlineAt } from './outline.ts';
import { type AssistContext, placeInSchema } from './place.ts';
import { childrenOf, isRecursive, nodeAt, type SchemaNode, type SchemaPath, schemaPathText } from './schema-node.ts';

/** How server-side apply merges a field, and who owns it. */
export type Treatment =
  /** A map: each field or key has its own owners. */
  | 'fields'
  /** A list: each item has its own owners. */
  | 'items'
  /** An atomic list or map: it has one set of owners and is replaced as a whole. */
  | 'whole'
  /** A scalar. */
  | 'value'
  /** A part of an atomic list or map, owned only through that. */
  | 'inside';

/** The schema's view of one field. Plain data that a worker can post. */
export interface SchemaFieldView {
  readonly path: SchemaPath;
  /** The path, such as `.spec.containers[].ports`. */
  readonly text: string;
  /** Undefined for the node that stands for every item of a list or value of a map. */
  readonly name: string | undefined;
  readonly type: FieldType;
  /** The type of the items of a list, or of the values of a map. */
  readonly elementType: FieldType | undefined;
  readonly format: string | undefined;
  /** The values that the schema allows; empty where any is allowed. */
  readonly values: readonly string[];
  readonly required: boolean;
  /** Whether it is one of the keys of an item of a map list. */
  readonly isKey: boolean;
  readonly treatment: Treatment;
  readonly marker: MarkerView | undefined;
  readonly strategic: StrategicView | undefined;
  /** The default; its value is JSON. */
  readonly default:
    | { readonly value: string; readonly source: 'schema' | 'server' | 'key'; readonly varies: boolean }
    | undefined;
  /** The path of the atomic list or map that it is part of. */
  readonly whole: string | undefined;
  /** Whether fields that the schema does not declare are kept. */
  readonly keepsUnknown: boolean;
  /** Whether the schema declares anything inside it. */
  readonly hasChildren: boolean;
  /** Whether its definition contains itself, so that the tree below has no end. */
  readonly recursive: boolean;
}

/**
 * Describes a node. `parent` has the node's default. A node that allows anything is described as a value of the type
 * `as`.
 */
export function describeNode(
  node: SchemaNode,
  parent: SchemaNode | undefined,
  root: SchemaNode,
  as?: FieldType,
): SchemaFieldView {
  const type = fieldTypeOf(node);
  const standing = type === 'any' ? (as ?? type) : type;
  const marker = markerOf(node, standing);
  const name = node.path.at(-1) ?? undefined;
  const known = name === undefined || parent === undefined ? undefined : defaultsOf(parent).get(name);
  const children = childrenOf(node);
  const [each] = children;
  const isContainer = type === 'list' || type === 'map';
  return {
    path: node.path,
    text: schemaPathText(root, node.path),
    name,
    type,
    elementType: isContainer && each !== undefined ? fieldTypeOf(each) : undefined,
    format: stringAt(node.written, 'format'),
    values: valuesOf(node),
    required: node.required,
    isKey: node.isKey,
    treatment: treatmentOf(node, standing),
    marker,
    strategic: strategicOf(node, marker),
    default: known && { value: formatJson(known.value), source: known.source, varies: known.varies },
    whole: node.whole && schemaPathText(root, node.whole),
    keepsUnknown: node.written?.get('x-kubernetes-preserve-unknown-fields') === true || type === 'any',
    hasChildren:
      type === 'object' || (isContainer && children.some((child) => child.path.at(-1) !== null || mayHold(child))),
    recursive: isRecursive(node),
  };
}

/** Whether an item or a value has fields or items of its own. */
function mayHold(node: SchemaNode): boolean {
  const type = fieldTypeOf(node);
  return type === 'object' || ((type === 'list' || type === 'map') && childrenOf(node).length > 0);
}

/** How server-side apply merges a field of a type. */
export function treatmentOf({ atom, whole }: SchemaNode, type: FieldType): Treatment {
  if (whole !== undefined) return 'inside';
  switch (type) {
    case 'list':
      return atom.list?.relationship === 'associative' ? 'items' : 'whole';
    case 'object':
    case 'map':
    case 'any':
      return atom.map === undefined ? 'value' : atom.map.relationship === 'atomic' ? 'whole' : 'fields';
    default:
      return 'value';
  }
}

const known = new WeakMap<SchemaNode, ReturnType<typeof defaultsIn>>();

/** The defaults of a node's fields. They are computed once a node. */
export function defaultsOf(node: SchemaNode): ReturnType<typeof defaultsIn> {
  const found = known.get(node) ?? defaultsIn(node);
  known.set(node, found);
  return found;
}

/** The schema's view of the field at an offset, and the range of the word there. */
export interface SchemaHover {
  readonly range: TextRange;
  readonly field: SchemaFieldView;
}

/** Describes the field at an offset of a text; undefined where there is no field, or its kind is not known. */
export function hover(text: string, offset: number, context: AssistContext): SchemaHover | undefined {
  const { slots, word, root: outline } = outlineAt(text, offset);
  const [slot] = slots;
  if (slot === undefined || word.text === '') return undefined;
  const isKey = slot.kind === 'key' || (word.hasColon && slot.kind !== 'value');
  const path = isKey ? [...slot.path, word.text] : slot.path;
  const { node, root } = placeInSchema(outline, path, context);
  if (node === undefined || root === undefined || node.path.length === 0) return undefined;
  const parent = nodeAt(root, node.path.slice(0, -1));
  return { range: { from: word.from, to: word.to }, field: describeNode(node, parent, root) };
}
