import {
  compareStrings,
  isList,
  isMap,
  listAt,
  mapAt,
  quote,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { type KindSchema, referenceOf } from '../discovery/kind-schema.ts';
import { wrapped } from './wrapped.ts';

/** What is printed, and the error that it ends in. */
export interface Explained {
  readonly text: string;
  readonly error?: string;
}

/**
 * What `kubectl explain` prints of a kind or of a field below it. `depth`: down to which level fields of fields are listed by their names
 * alone; 0 where each is described, and none below it. `hasDocs`: whether documents elsewhere are told.
 * Upstream: k8s.io/kubectl pkg/explain/v2/templates/plaintext.tmpl.
 */
export function plainText(document: KindSchema, fields: readonly string[], depth: number, hasDocs: boolean): Explained {
  const { group, kind, version, root } = document;
  const head = `${group === '' ? '' : `GROUP:      ${group}\n`}KIND:       ${kind}\nVERSION:    ${version}\n\n`;
  const body = new Explanation(document, depth, hasDocs).of(root, fields, new Set());
  if (body === '') return { text: head, error: `field "${fields.at(-1) ?? ''}" does not exist` };
  return { text: `${head}${body}\n` };
}

class Explanation {
  readonly #document: KindSchema;
  readonly #depth: number;
  readonly #hasDocs: boolean;

  constructor(document: KindSchema, depth: number, hasDocs: boolean) {
    this.#document = document;
    this.#depth = depth;
    this.#hasDocs = hasDocs;
  }

  /** Follows names of fields from a schema; empty where one is not there. */
  of(schema: ValueMap, [field, ...rest]: readonly string[], history: ReadonlySet<string>): string {
    const reference = referenceOf(schema) ?? '';
    const resolved = this.#document.resolved(schema) ?? schema;
    if (field === undefined) return this.#whole(resolved);
    if (reference !== '' && history.has(reference)) return '';
    const next = new Set(history).add(reference);
    const property = mapAt(mapAt(resolved, 'properties'), field);
    if (property !== undefined) {
      const type = this.#type(property);
      const title = rest.length > 0 ? '' : `FIELD: ${field} <${type}>\n${longEnum(property)}\n\n`;
      return `${title}${this.of(property, rest, new Set())}`;
    }
    const items = filled(resolved, 'items') ?? filled(resolved, 'additionalProperties');
    if (items !== undefined) return this.of(items, [field, ...rest], next);
    for (const each of schemas(resolved, 'allOf')) {
      const found = this.of(each, [field, ...rest], next);
      if (found !== '') return found;
    }
    return '';
  }

  #whole(resolved: ValueMap): string {
    const description = this.#description(resolved) || '<empty>';
    const list = this.#fields(resolved, 1, new Set());
    const said = `DESCRIPTION:\n${indented(4, wrapped(76, description))}\n`;
    return `${said}${this.#externalDocs(resolved, 0, 76)}${list === '' ? '' : `FIELDS:\n${list}`}`;
  }

  #description(schema: ValueMap): string {
    const of = this.#document.resolved(schema) ?? schema;
    const own = stringAt(of, 'description') ?? '';
    const parts = [...schemas(of, 'allOf'), filled(of, 'items'), filled(of, 'additionalProperties')];
    const rest = parts.map((part) => (part === undefined ? '' : this.#description(part)));
    return `${own === '' ? '' : `${own}\n`}${rest.join('')}`;
  }

  #fields(schema: ValueMap, level: number, history: ReadonlySet<string>): string {
    const reference = referenceOf(schema) ?? '';
    if (reference !== '' && history.has(reference)) return '';
    const next = new Set(history).add(reference);
    const resolved = this.#document.resolved(schema) ?? schema;
    const properties = [...(mapAt(resolved, 'properties') ?? [])].sort(([a], [b]) => compareStrings(a, b));
    const required = listAt(resolved, 'required') ?? [];
    let text = '';
    for (const [name, property] of properties) {
      const own = isMap(property) ? property : new Map<string, Value>();
      text += this.#field(name, own, required.includes(name), level);
      if (level < this.#depth) text += this.#fields(own, level + 1, next);
    }
    for (const each of schemas(resolved, 'allOf')) text += this.#fields(each, level, next);
    for (const key of ['items', 'additionalProperties']) {
      const part = filled(resolved, key);
      if (part !== undefined) text += this.#fields(part, level, next);
    }
    return text;
  }

  #field(name: string, schema: ValueMap, isRequired: boolean, level: number): string {
    const indent = level * 2;
    const space = ' '.repeat(indent);
    const line = `${space}${name}\t<${this.#type(schema)}>${isRequired ? ' -required-' : ''}${shortEnum(schema, space)}\n`;
    if (this.#depth > 0) return line;
    const description = stringAt(schema, 'description') || '<no description>';
    const docs = this.#externalDocs(schema, indent + 2, 76 - indent);
    return `${line}${indented(indent + 2, wrapped(78 - indent, description))}\n${docs}\n`;
  }

  #externalDocs(schema: ValueMap, indent: number, width: number): string {
    return this.#hasDocs ? externalDocs(mapAt(schema, 'externalDocs'), indent, width) : '';
  }

  /** `[]Object`, `map[string]string`. */
  #type(schema: ValueMap): string {
    const items = filled(schema, 'items');
    if (items !== undefined) return `[]${this.#type(items)}`;
    const values = filled(schema, 'additionalProperties');
    if (values !== undefined) return `map[string]${this.#type(values)}`;
    const [only, ...more] = schemas(schema, 'allOf');
    if (only !== undefined && more.length === 0 && filled(schema, 'properties') === undefined) return this.#type(only);
    const type = stringAt(schema, 'type') ?? '';
    const reference = referenceOf(schema);
    if (reference === undefined) return type === 'object' || type === '' ? 'Object' : type;
    const target = stringAt(this.#document.resolved(schema), 'type') ?? '';
    return target === '' || target === 'object' ? reference.split('.').at(-1) || 'Object' : target;
  }
}

/** A part of a schema that is a schema with something in it. */
function filled(schema: ValueMap, key: string): ValueMap | undefined {
  const part = mapAt(schema, key);
  return part === undefined || part.size === 0 ? undefined : part;
}

function schemas(schema: ValueMap, key: string): readonly ValueMap[] {
  return (listAt(schema, key) ?? []).filter(isMap);
}

function indented(amount: number, text: string): string {
  const pad = ' '.repeat(amount);
  return pad + text.replaceAll('\n', `\n${pad}`);
}

/** What a schema refers to, with spaces before each line. */
function externalDocs(docs: ValueMap | undefined, indent: number, width: number): string {
  if (docs === undefined || docs.size === 0) return '';
  const [description = '', url = ''] = [stringAt(docs, 'description'), stringAt(docs, 'url')];
  const below = indent === 0 ? 4 : indent + 2;
  const said = description === '' ? '' : `${indented(below, wrapped(width, description))}\n`;
  const title = indented(indent, 'EXTERNAL DOCS:');
  return `\n${title}\n${said}${url === '' ? '' : `${indented(below, `URL: ${url}`)}\n`}`;
}

const mostShown = 4;

function shortEnum(schema: ValueMap, space: string): string {
  const values = enumOf(schema);
  if (values.length === 0) return '';
  const more = values.length > mostShown ? ', ....' : '';
  return `\n${space}enum: ${values.slice(0, mostShown).join(', ')}${more}`;
}

function longEnum(schema: ValueMap): string {
  const values = enumOf(schema);
  return values.length === 0 ? '' : `ENUM:${values.map((value) => `\n    ${value}`).join('')}`;
}

function enumOf(schema: ValueMap): readonly string[] {
  return (listAt(schema, 'enum') ?? []).map((value) => {
    if (value === null) return '<no value>';
    return value === '' ? quote(value) : goText(value);
  });
}

/** A value as a template of Go prints what it read from JSON. */
function goText(value: Value): string {
  if (value === null) return '<nil>';
  if (isList(value)) return `[${value.map(goText).join(' ')}]`;
  return isMap(value) ? `map[${[...value].map(([key, each]) => `${key}:${goText(each)}`).join(' ')}]` : String(value);
}
