import { isList, isMap, jsonTypeName, quote, sortedKeys, type Value } from '@managed-fields/merge-engine';
import { type Failure, fail } from '../failure.ts';

/** The Go type that a part of a document is read into. */
export type GoForm =
  | { readonly kind: 'bool' | 'any' }
  | { readonly kind: 'string'; readonly type?: string }
  | { readonly kind: 'int'; readonly type: 'int' | 'int64' }
  | { readonly kind: 'list'; readonly of: GoForm; readonly type?: string }
  | { readonly kind: 'texts'; readonly of: GoForm }
  | GoStruct;

/** A structure; a field of an embedded one has the names of these structures before its own. */
export interface GoStruct {
  readonly kind: 'struct';
  readonly name: string;
  readonly fields: Readonly<Record<string, GoForm>>;
  readonly embedded?: Readonly<Record<string, GoStruct>>;
  /** The package that it is of. */
  readonly of: string;
}

const [string, bool, any] = (['string', 'bool', 'any'] as const).map((kind): GoForm => ({ kind }));
export const forms = {
  string: string as GoForm,
  bool: bool as GoForm,
  any: any as GoForm,
  int: { kind: 'int', type: 'int' },
  int64: { kind: 'int', type: 'int64' },
} as const satisfies Record<string, GoForm>;

/** A text of a type that has a name. */
export function textOfType(type: string): GoForm {
  return { kind: 'string', type };
}

/** A list of some form; `type` is its name where it has one. */
export function listOf(of: GoForm, type?: string): GoForm {
  return type === undefined ? { kind: 'list', of } : { kind: 'list', of, type };
}

/** A structure, of package `types` where no other is named. */
export function struct(
  name: string,
  fields: Readonly<Record<string, GoForm>>,
  embedded: Readonly<Record<string, GoStruct>> = {},
  of = 'types',
): GoStruct {
  return { kind: 'struct', name, fields, embedded, of };
}

/** A value that was read: names of fields are as the structure has them. */
export type GoRead = { readonly kind: 'read'; readonly value: Value } | Failure;

/**
 * Reads a value into a structure as Go's encoding/json does where unknown fields are forbidden: the first error counts,
 * fields are found whatever the case of their letters, and null is as if there were nothing.
 */
export function readForm(value: Value, form: GoForm, unknown: 'refused' | 'dropped' = 'refused'): GoRead {
  const reader = new Reader(unknown === 'dropped');
  const read = reader.read(value, form, { struct: '', path: [] });
  return reader.failure ?? { kind: 'read', value: read ?? new Map() };
}

/** Where a value stands. */
interface Place {
  readonly struct: string;
  readonly path: readonly string[];
}

class Reader {
  failure: Failure | undefined;
  readonly #dropsUnknown: boolean;

  constructor(dropsUnknown: boolean) {
    this.#dropsUnknown = dropsUnknown;
  }

  read(value: Value, form: GoForm, place: Place): Value | undefined {
    if (value === null) return undefined;
    switch (form.kind) {
      case 'any':
        return value;
      case 'string':
      case 'bool':
        return jsonTypeName(value) === form.kind ? value : this.#wrong(value, form, place);
      case 'int':
        return typeof value === 'bigint' ? value : this.#wrong(value, form, place);
      case 'list':
        if (!isList(value)) return this.#wrong(value, form, place);
        return value.map((item) => this.read(item, form.of, place) ?? zeroOf(form.of));
      case 'texts':
        if (!isMap(value)) return this.#wrong(value, form, place);
        return new Map(
          sortedKeys(value).map((key) => [key, this.read(value.get(key) ?? null, form.of, place) ?? zeroOf(form.of)]),
        );
      case 'struct':
        return this.#struct(value, form, place);
    }
  }

  #struct(value: Value, form: GoStruct, place: Place): Value | undefined {
    if (!isMap(value)) return this.#wrong(value, form, place);
    const read = new Map<string, Value>();
    for (const key of sortedKeys(value)) {
      const found = fieldOf(form, key);
      if (found === undefined) {
        if (!this.#dropsUnknown) this.failure ??= fail(`json: unknown field ${quote(key)}`);
        continue;
      }
      const inner = { struct: form.name, path: [...place.path, ...found.structs, found.name] };
      const each = this.read(value.get(key) ?? null, found.form, inner);
      if (each !== undefined) read.set(found.name, each);
    }
    return read;
  }

  #wrong(value: Value, form: GoForm, { struct: name, path }: Place): undefined {
    const isNumber = form.kind === 'int' && typeof value === 'number';
    const what = isNumber ? `number ${numberText(value)}` : jsonTypeName(value);
    const where = path.length === 0 ? 'value' : `struct field ${name}.${path.join('.')}`;
    this.failure ??= fail(`json: cannot unmarshal ${what} into Go ${where} of type ${typeName(form)}`);
    return undefined;
  }
}

/** A float as encoding/json writes it. */
function numberText(value: number): string {
  return Math.abs(value) < 1e21 && Number.isInteger(value) ? BigInt(value).toString() : String(value);
}

function zeroOf(form: GoForm): Value {
  if (form.kind === 'string') return '';
  return form.kind === 'struct' ? new Map() : null;
}

interface FoundField {
  /** The embedded structures that it is in. */
  readonly structs: readonly string[];
  readonly name: string;
  readonly form: GoForm;
}

function fieldOf(form: GoStruct, key: string): FoundField | undefined {
  const lower = key.toLowerCase();
  const own = Object.entries(form.fields).find(([name]) => name.toLowerCase() === lower);
  if (own !== undefined) return { structs: [], name: own[0], form: own[1] };
  for (const [name, inner] of Object.entries(form.embedded ?? {})) {
    const found = fieldOf(inner, key);
    if (found !== undefined) return { ...found, structs: [name, ...found.structs] };
  }
  return undefined;
}

function typeName(form: GoForm): string {
  switch (form.kind) {
    case 'int':
    case 'string':
      return form.type ?? form.kind;
    case 'list':
      return form.type ?? `[]${typeName(form.of)}`;
    case 'texts':
      return `map[string]${typeName(form.of)}`;
    case 'struct':
      return `${form.of}.${form.name}`;
    case 'any':
      return 'interface {}';
    default:
      return form.kind;
  }
}
