import {
  formatJson,
  isList,
  isMap,
  type PathElement,
  type Value,
  type ValueMap,
  type ValuePath,
} from '@managed-fields/merge-engine';
import type { ToolField } from './tool.ts';

/** The fields of a conflict, each once, whoever else owns it. */
export function eachOnce(fields: readonly ToolField[]): readonly ToolField[] {
  return [...new Map(fields.map((field) => [field.text, field])).values()];
}

/** The JSON pointer of a place (RFC 6901). */
export function jsonPointer(place: ValuePath): string {
  return place.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The names of a field that is in no list; undefined for any other. */
export function namesOf({ path }: ToolField): readonly string[] | undefined {
  const names = path.flatMap((element) => (element.kind === 'field' ? [element.name] : []));
  return names.length === path.length ? names : undefined;
}

/** The path of a field in jq, which finds items of lists by their keys. */
export function jqPath({ path }: ToolField): string {
  let text = '';
  for (const element of path) {
    // What follows a selected item is another step of the pipeline.
    if (text.endsWith(')')) text += ' | ';
    text += jqElement(element);
  }
  return text;
}

function jqElement(element: PathElement): string {
  switch (element.kind) {
    case 'field':
      return /^[A-Za-z_]\w*$/.test(element.name) ? `.${element.name}` : `.[${JSON.stringify(element.name)}]`;
    case 'key':
      return `[] | select(${element.key.map(({ name, value }) => `.${name} == ${formatJson(value)}`).join(' and ')})`;
    case 'value':
      return `[] | select(. == ${formatJson(element.value)})`;
    case 'index':
      return `[${element.index}]`;
  }
}

/** The path of a declared field as Terraform's kubernetes provider writes it: `spec.ports[0].port`, `data["key"]`. */
export function terraformPath({ declaredPlace, mapKeys }: ToolField): string | undefined {
  return declaredPlace
    ?.map((step, index) => {
      if (typeof step === 'number') return `[${step}]`;
      return mapKeys[index] ? `[${JSON.stringify(step)}]` : `${index === 0 ? '' : '.'}${step}`;
    })
    .join('');
}

/** An object with nothing but some fields, with these values and what identifies the items around them. */
export function fragment(fields: readonly ToolField[], value: 'live' | 'declared'): Value {
  let whole: Value = new Map();
  for (const field of eachOnce(fields)) {
    const own = field[value];
    if (own !== undefined) whole = withValue(whole, field.path, own);
  }
  return whole;
}

function withValue(around: Value | undefined, [element, ...rest]: readonly PathElement[], value: Value): Value {
  if (element === undefined) return value;
  if (element.kind === 'field') {
    const map: ValueMap = isMap(around) ? around : new Map();
    return new Map([...map, [element.name, withValue(map.get(element.name), rest, value)]]);
  }
  const list = isList(around) ? around : [];
  const index = list.findIndex((item) => isItem(item, element));
  const item = list[index] ?? keysOf(element);
  const changed = withValue(item, rest, value);
  return index < 0 ? [...list, changed] : list.map((each, at) => (at === index ? changed : each));
}

function isItem(item: Value, element: PathElement): boolean {
  const keys = keysOf(element);
  return isMap(item) && keys !== undefined && [...keys].every(([name, value]) => item.get(name) === value);
}

function keysOf(element: PathElement): ValueMap | undefined {
  return element.kind === 'key' ? new Map(element.key.map(({ name, value }) => [name, value])) : undefined;
}
