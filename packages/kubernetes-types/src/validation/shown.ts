import { formatJson, sortedKeys, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { has, list, pointer, struct, structs, text } from './object.ts';

/*
 * Values as complaints show them: the server's own Go structures, written as JSON with their fields in order.
 * Upstream: k8s.io/apimachinery pkg/util/validation/field/errors.go ErrorBody.
 */

/** JSON that is shown as it stands. */
export interface Shown {
  readonly raw: string;
}

/** A value whose fields stand in the order of the Go struct. */
export function inOrder(value: Value): Shown {
  return { raw: formatJson(value) };
}

/**
 * What a field of a Go struct holds: a text, a number or a flag, which are never nil; a `value` that may be; a struct,
 * a pointer to one, or a list of them.
 */
export type GoField =
  | 'text'
  | 'number'
  | 'flag'
  | 'value'
  | { readonly struct: GoFields }
  | { readonly pointer: GoFields }
  | { readonly list: GoFields };

/** The fields of a Go struct by their names there, in order. */
export type GoFields = { readonly [name: string]: GoField };

/** An object as the server shows the Go struct that it is decoded into. */
export function shownStruct(object: ValueMap | undefined, fields: GoFields): Shown {
  return inOrder(object === undefined ? null : goStruct(object, fields));
}

/** A list as the server shows the Go structs that it is decoded into. */
export function shownList(items: readonly ValueMap[], fields: GoFields): Shown {
  return inOrder(items.map((item) => goStruct(item, fields)));
}

/** `apiGroup` for `APIGroup`. */
function jsonName(name: string): string {
  if (name.startsWith('SELinux')) return name.replace('SELinux', 'seLinux');
  return name.replace(/^(?:[A-Z]+(?=[A-Z][a-z]|$)|[A-Z])/, (start) => start.toLowerCase());
}

const zeros = { text: '', number: 0n, flag: false, value: null } as const;

function goStruct(object: ValueMap, fields: GoFields): ValueMap {
  return new Map(
    Object.entries(fields).map(([name, field]): [string, Value] => {
      const json = jsonName(name);
      if (typeof field === 'string') return [name, object.get(json) ?? zeros[field]];
      if ('struct' in field) return [name, goStruct(struct(object, json), field.struct)];
      if (!has(object, json)) return [name, null];
      if ('pointer' in field) return [name, goStruct(struct(object, json), field.pointer)];
      return [name, structs(object, json).map((item) => goStruct(item, field.list))];
    }),
  );
}

/** A selector: the fields of its struct that are set, its labels in order; null for none. */
export function selectorInOrder(selector: ValueMap | undefined): Value {
  if (selector === undefined) return null;
  const labels = pointer(selector, 'matchLabels');
  const shown = new Map<string, Value>();
  if (labels !== undefined && labels.size > 0) {
    shown.set('matchLabels', new Map(sortedKeys(labels).map((key) => [key, labels.get(key) ?? ''])));
  }
  const expressions = structs(selector, 'matchExpressions').map((expression) => {
    const values = list(expression, 'values');
    return new Map<string, Value>([
      ['key', text(expression, 'key')],
      ['operator', text(expression, 'operator')],
      ...(values.length === 0 ? [] : [['values', values] as const]),
    ]);
  });
  if (expressions.length > 0) shown.set('matchExpressions', expressions);
  return shown;
}

/** A selector as complaints show it. */
export function shownSelector(selector: ValueMap | undefined): Shown {
  return inOrder(selectorInOrder(selector));
}
