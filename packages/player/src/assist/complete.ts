import { isScalar, type ScalarValue, type Value, type ValuePath, valueAt } from '@managed-fields/merge-engine';
import { completeInExpression } from './complete-expression.ts';
import type { Completion, CompletionItem } from './completion.ts';
import { defaultsOf, describeNode } from './describe.ts';
import { fieldTypeOf, valuesOf } from './field-type.ts';
import { operationKeys, operationNames, pointers } from './operations.ts';
import { keysAt, type Outline, outlineAt, type Slot, textAt } from './outline.ts';
import { type AssistContext, isJsonPatch, type PlaceInSchema, placeInSchema } from './place.ts';
import { childOf, childrenOf, nodeAt, type SchemaNode } from './schema-node.ts';
import { skeletonsFor } from './skeletons.ts';
import { keyText, valueText, type WritingStyle } from './writing.ts';

/**
 * Finds the completions at an offset of a text. The text may be incomplete. There are none in comments, in scalars of
 * several lines other than expressions, and for unknown kinds.
 */
export function complete(text: string, offset: number, context: AssistContext): Completion {
  const ofExpression = context.form === 'object' ? completeInExpression(text, offset, context) : undefined;
  if (ofExpression !== undefined) return ofExpression;
  const outline = outlineAt(text, offset);
  const { from, to, quote, hasColon } = outline.word;
  const json = /^\s*[{[]/.test(text) && outline.flow;
  const style: WritingStyle = { json, flow: outline.flow, quote, hasColon };
  const items = [
    ...outline.slots.flatMap((slot) => itemsOf(slot, outline, context, style)),
    ...(json ? [] : skeletonItems(outline, context)),
  ];
  const labels = items.map(({ label, kind }) => `${kind} ${label}`);
  return { range: { from, to }, items: items.filter((_, index) => labels.indexOf(labels[index] ?? '') === index) };
}

/** The rest of a policy or the like, where nothing of it is written yet. */
function skeletonItems({ root, slots, word }: Outline, context: AssistContext): readonly CompletionItem[] {
  const isTop = slots.some((slot) => slot.path.length === 0 && 'column' in slot && slot.column === 0);
  if (context.form !== 'object' || !isTop || word.hasColon) return [];
  return skeletonsFor(root, context.kinds()).map(({ kind, missing }) => ({
    label: kind,
    insert: missing,
    kind: 'skeleton',
    again: false,
  }));
}

function itemsOf(slot: Slot, outline: Outline, context: AssistContext, style: WritingStyle): readonly CompletionItem[] {
  const { root: text } = outline;
  const place = placeInSchema(text, slot.path, context);
  if (isJsonPatch(text, context) && slot.kind !== 'dash' && place.node === undefined) {
    return operationItems(slot, outline, context, place, style);
  }
  switch (slot.kind) {
    case 'key':
      return keys(slot, outline, context, place, style);
    case 'value':
      return values(slot.path, outline, context, place, style);
    case 'item':
      return takesKeys(place)
        ? keys(slot, outline, context, place, style)
        : values(slot.path, outline, context, place, style);
    case 'dash':
      return dashes(slot, place, style);
    case 'open':
      if (place.node !== undefined && fieldTypeOf(place.node) === 'list') return dashes(slot, place, style);
      return slot.path.length === 0 || takesKeys(place)
        ? keys(slot, outline, context, place, style)
        : values(slot.path, outline, context, place, style);
  }
}

function takesKeys({ node }: PlaceInSchema): boolean {
  const type = node === undefined ? 'any' : fieldTypeOf(node);
  return type === 'object' || type === 'map' || type === 'any';
}

type KeySlot = Extract<Slot, { readonly column: number }>;

/**
 * The fields that are not in the map yet: first the keys of the item, then required fields, then the others by name.
 */
function keys(
  slot: KeySlot,
  { root: text, word }: Outline,
  context: AssistContext,
  { node, root, base }: PlaceInSchema,
  style: WritingStyle,
): readonly CompletionItem[] {
  const present = new Set(keysAt(text, slot.path));
  const isObject = slot.path.length === base.length;
  if (node === undefined || root === undefined) {
    const known = isObject && slot.path.length === 0 ? ['apiVersion', 'kind', 'metadata'] : [];
    return known
      .filter((name) => !present.has(name))
      .map((name) => ({
        label: name,
        insert: keyText(name, undefined, slot.column, style),
        kind: 'field',
        again: true,
      }));
  }
  const fields = childrenOf(node)
    .filter((child) => typeof child.path.at(-1) === 'string' && !present.has(child.path.at(-1) ?? ''))
    .sort((a, b) => rankOf(a, isObject, context.subresource) - rankOf(b, isObject, context.subresource));
  const items = fields.map((child): CompletionItem => {
    const field = describeNode(child, node, root);
    const name = field.name ?? '';
    return { label: name, insert: keyText(name, child, slot.column, style), kind: 'field', field, again: true };
  });
  if (context.form !== 'strategic-merge-patch') return items;
  const more = directives(node).filter((name) => !present.has(name));
  const words = more.map((name): CompletionItem => {
    const about = childOf(node, name.slice(name.indexOf('/') + 1));
    return { label: name, insert: keyText(name, about, slot.column, style), kind: 'directive', again: true };
  });
  // A word that begins with `$` can only become a directive.
  return word.text.startsWith('$') ? [...words, ...items] : [...items, ...words];
}

const objectOrder = ['apiVersion', 'kind', 'metadata', 'spec'];

function rankOf({ path, isKey, required }: SchemaNode, isObject: boolean, subresource = ''): number {
  const name = path.at(-1) ?? '';
  if (isObject && subresource === 'status' && name === 'status') return -1;
  const place = isObject ? objectOrder.indexOf(name) : -1;
  if (place >= 0) return place;
  if (isObject && name === 'status') return 30;
  return isKey && required ? 10 : isKey ? 11 : required ? 12 : 20;
}

/** The next item of a list. It begins with a key or required field of the item, or is a bare dash. */
function dashes({ column }: KeySlot, { node, root }: PlaceInSchema, style: WritingStyle): readonly CompletionItem[] {
  const item = node && childOf(node, null);
  if (item === undefined || root === undefined) return [];
  const fields = childrenOf(item).filter(({ path }) => typeof path.at(-1) === 'string');
  const first = fields.filter(({ required, isKey }) => required || isKey);
  const begins = first.length > 0 ? first : fields;
  if (begins.length === 0) return [{ label: '-', insert: '- ', kind: 'item', again: true }];
  return [...begins]
    .sort((a, b) => rankOf(a, false) - rankOf(b, false))
    .map((child) => {
      const field = describeNode(child, item, root);
      const insert = `- ${keyText(field.name ?? '', child, column + 2, { ...style, quote: '', hasColon: false })}`;
      return { label: `- ${field.name}`, insert, kind: 'item', field, again: true };
    });
}

/**
 * The values of a field: the one that the object has now, the object's own name, the allowed values, and the default.
 */
function values(
  path: ValuePath,
  { root: text }: Outline,
  context: AssistContext,
  { node, root, base, operation }: PlaceInSchema,
  style: WritingStyle,
): readonly CompletionItem[] {
  const name = path.at(-1);
  const inObject = operation === undefined ? path.slice(base.length) : [];
  if (inObject.length === 1 && (name === 'apiVersion' || name === 'kind')) {
    return kindValues(name, textAt(text, [...base, name === 'kind' ? 'apiVersion' : 'kind']), context, style);
  }
  if (name === '$patch') return ['delete', 'merge', 'replace'].map((value) => valueItem(value, style));
  if (node === undefined) return [];
  const parent = root && nodeAt(root, node.path.slice(0, -1));
  const field = node.path.at(-1);
  const known = typeof field === 'string' && parent !== undefined ? defaultsOf(parent).get(field) : undefined;
  const live = liveValue(inObject, context);
  const items = [
    ...(live === undefined ? [] : [{ ...valueItem(live, style), kind: 'live' as const }]),
    ...namesOf(inObject, context).map((value) => valueItem(value, style)),
    ...scalarValues(node, known?.varies === true ? undefined : known?.value).map((value) => valueItem(value, style)),
  ];
  const removes = context.form === 'merge-patch' || context.form === 'strategic-merge-patch';
  return removes && typeof name === 'string' ? [...items, valueItem(null, style)] : items;
}

function valueItem(value: string | number | bigint | boolean | null, style: WritingStyle): CompletionItem {
  return { label: String(value), insert: valueText(value, style), kind: 'value', again: false };
}

/** The name or namespace of the object, at the fields that hold them. */
function namesOf(path: ValuePath, { name, namespace }: AssistContext): readonly string[] {
  const isName = path.length === 2 && path[0] === 'metadata';
  const found = isName && path[1] === 'name' ? name : isName && path[1] === 'namespace' ? namespace || 'default' : '';
  return found === '' ? [] : [found];
}

/** The API versions or kinds that exist. Where the text has the other of the two, only those that fit it. */
function kindValues(
  name: 'apiVersion' | 'kind',
  other: string | undefined,
  context: AssistContext,
  style: WritingStyle,
): readonly CompletionItem[] {
  const kinds = context.kinds();
  const fitting = kinds.filter((each) => other === each[name === 'kind' ? 'apiVersion' : 'kind']);
  const found = [...new Set((fitting.length > 0 ? fitting : kinds).map((each) => each[name]))];
  return found.map((value) => ({ ...valueItem(value, style), kind: 'kind' }));
}

/** The keys and values of an operation of a JSON patch. */
function operationItems(
  slot: Slot,
  { root: text, word }: Outline,
  context: AssistContext,
  { operation, root }: PlaceInSchema,
  style: WritingStyle,
): readonly CompletionItem[] {
  const [key, ...inside] = operation?.rest ?? [];
  if (operation === undefined || inside.length > 0) return [];
  if (operation.path.length === 0 && slot.kind === 'open') {
    return [{ label: '- op', insert: '- op: ', kind: 'operation', again: true }];
  }
  if (key === undefined && 'column' in slot) {
    const present = keysAt(text, operation.path);
    const op = textAt(text, [...operation.path, 'op']);
    return operationKeys(op)
      .filter((name) => !present.includes(name))
      .map((name) => ({
        label: name,
        insert: keyText(name, undefined, slot.column, style),
        kind: 'operation',
        again: true,
      }));
  }
  if (key === 'op') return operationNames.map((value) => ({ ...valueItem(value, style), kind: 'operation' }));
  if (key !== 'path' && key !== 'from') return [];
  return pointers(word.text, context.object, root).map((pointer) => ({
    ...valueItem(pointer, style),
    kind: 'pointer',
    again: true,
  }));
}

/**
 * The directives of a strategic merge patch that a map can have, among them those for each of its merged lists.
 * Upstream: apimachinery pkg/util/strategicpatch/patch.go.
 */
function directives(node: SchemaNode): readonly string[] {
  if (node.kind.version.patchType === undefined) return [];
  const retainKeys = node.patch?.strategies.includes('retainKeys') === true;
  return [
    '$patch',
    ...(retainKeys ? ['$retainKeys'] : []),
    ...childrenOf(node).flatMap((child) => {
      const name = child.path.at(-1);
      const merges = fieldTypeOf(child) === 'list' && child.patch?.strategies.includes('merge') === true;
      if (!merges || typeof name !== 'string') return [];
      const item = childOf(child, null);
      const isPrimitive = item !== undefined && fieldTypeOf(item) !== 'object';
      return [`$setElementOrder/${name}`, ...(isPrimitive ? [`$deleteFromPrimitiveList/${name}`] : [])];
    }),
  ];
}

/** The values of a field that the schema allows or suggests, the default first. */
function scalarValues(node: SchemaNode, byDefault: Value | undefined): readonly ScalarValue[] {
  const known = isScalar(byDefault) && byDefault !== null ? [byDefault] : [];
  const type = fieldTypeOf(node);
  const all = type === 'boolean' ? [true, false] : valuesOf(node);
  return [...known, ...all.filter((value) => !known.some((one) => one === value))];
}

/** The scalar that the object has at a place. Undefined inside lists, whose items may stand elsewhere in the object. */
function liveValue(path: ValuePath, { object }: AssistContext): ScalarValue | undefined {
  if (object === undefined || path.length < 2 || path[0] === 'metadata') return undefined;
  if (path.some((step) => typeof step === 'number')) return undefined;
  const value = valueAt(object, path);
  return isScalar(value) && value !== '' ? value : undefined;
}
