import type { ResourceVersion, TypeCatalog } from '@managed-fields/api-server';
import { type FieldPath, parseJson, pathFromString, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { mayBeCustom } from '@managed-fields/player';
import type { NewStep } from '@managed-fields/scenario';
import { plainOf, yamlText } from '@managed-fields/scenario';
import { printYaml } from '@managed-fields/source';
import type { ErrorFacts, ErrorField } from './error-facts.ts';
import { placedValue } from './placed-value.ts';
import { type LeafType, placeholderDefinition } from './placeholder-definition.ts';

/**
 * Makes an apply of a configuration that does not fit its schema at the fields that a message names. A kind that may be
 * a custom one gets a definition with just these fields. Undefined where the message names no kind, or where no field
 * or value can be read from it.
 */
export function misfitSteps(
  facts: ErrorFacts,
  version: ResourceVersion | undefined,
  catalog: TypeCatalog,
): readonly NewStep[] | undefined {
  const { apiVersion, kind, name = '', namespace } = facts.object;
  if (apiVersion === undefined || kind === undefined) return undefined;
  if (version === undefined && !mayBeCustom(apiVersion, kind, catalog)) return undefined;
  const metadata: ValueMap = new Map([
    ['name', name === '' ? 'example' : name],
    ...(namespace === undefined ? [] : [['namespace', namespace] as const]),
  ]);
  let config: ValueMap | undefined = new Map<string, Value>([
    ['apiVersion', apiVersion],
    ['kind', kind],
    ['metadata', metadata],
  ]);
  for (const field of facts.fields) {
    const value = valueIn(field);
    config = config && value !== undefined ? placedValue(config, field.path, value, version?.type) : undefined;
  }
  if (config === undefined) return undefined;
  const definition = version === undefined ? definitionStep(facts, apiVersion, kind) : [];
  // The fields stay in the order of the message, because a server stops at the first unknown field of a map.
  return [...definition, { kind: 'apply', manager: 'me', text: yamlText(plainOf(config)) }];
}

/** The definition of a kind that is not known here, made of what the message says of its schema. */
function definitionStep({ fields }: ErrorFacts, apiVersion: string, kind: string): readonly NewStep[] {
  const places = fields.map((field) => placeOf(field)).filter((place) => place !== undefined);
  const definition = placeholderDefinition({
    apiVersion,
    kind,
    otherVersions: [],
    paths: places.map(({ path }) => path),
    leafTypes: places.map(({ leaf }) => leaf),
    subresources: new Set(),
  });
  return [{ kind: 'crd', text: printYaml(definition).text }];
}

function placeOf({
  path,
  detail,
}: ErrorField): { readonly path: FieldPath; readonly leaf: LeafType | undefined } | undefined {
  const read = pathFromString(path);
  if (read === undefined) return undefined;
  if (detail.includes('field not declared')) return { path: read.slice(0, -1), leaf: 'object' };
  const key = keyIn(detail);
  if (key !== undefined) return { path: [...read, ...key], leaf: undefined };
  const leaf = (
    [
      ['numeric', 'integer'],
      ['boolean', 'boolean'],
      ['map', 'object'],
      ['list', 'array'],
    ] as const
  ).find(([word]) => detail.startsWith(`expected ${word}`));
  return { path: read, leaf: leaf?.[1] ?? 'string' };
}

function keyIn(detail: string): FieldPath | undefined {
  const text = /duplicate entries for key (\[.*\])/.exec(detail)?.[1];
  return text === undefined ? undefined : pathFromString(text);
}

/** A value that causes the error: the one that the message prints, else one that fits no type. */
function valueIn({ detail }: ErrorField): Value | undefined {
  if (detail.startsWith('field not declared')) return 'value';
  const [element] = keyIn(detail) ?? [];
  if (element !== undefined) {
    const item = element.kind === 'value' ? element.value : element.kind === 'key' ? keysOf(element.key) : undefined;
    return item === undefined ? undefined : [item, item];
  }
  const dumped = /got &value\.valueUnstructured\{Value:(.*)\}$/.exec(detail)?.[1];
  if (dumped !== undefined) return goSyntax(dumped);
  const printed = /got &\{(.*)\}$/.exec(detail)?.[1];
  if (printed !== undefined) return goPrinted(printed, detail);
  return detail.startsWith('expected numeric') ? (detail.endsWith('bool') ? true : 'two') : undefined;
}

function keysOf(key: readonly { readonly name: string; readonly value: Value }[]): Value {
  return new Map(key.map(({ name, value }) => [name, value]));
}

/** Reads a value that Go printed with `%#v`. */
function goSyntax(text: string): Value | undefined {
  if (text.startsWith('map[string]interface {}{')) return new Map([['a', 1n]]);
  if (text.startsWith('[]interface {}{')) return ['a'];
  const read = parseJson(text);
  return read.kind === 'value' ? read.value : undefined;
}

/**
 * Reads a value that Go printed with `%v`, which prints strings and numbers alike. A value that would fit the type is
 * not meant.
 */
function goPrinted(text: string, detail: string): Value {
  const map = /^map\[(\w+):(\w+)\]$/.exec(text);
  if (map !== null) return new Map([[map[1] ?? '', plain(map[2] ?? '')]]);
  if (/^\[.*\]$/.test(text)) return text.slice(1, -1).split(' ').map(plain);
  return detail.startsWith('expected boolean') && /^(?:true|false)$/.test(text) ? text : plain(text);
}

function plain(text: string): Value {
  const read = parseJson(text);
  return read.kind === 'value' ? read.value : text;
}
