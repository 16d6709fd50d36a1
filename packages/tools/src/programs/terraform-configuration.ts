import { isList, isMap, parseQuantity, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { type Argument, argumentFor, type Block, snakeCase } from './terraform-schema.ts';
import type { TfError } from './terraform-value.ts';

/** The configuration of a resource, or what Terraform says of it. */
export interface Configured {
  /** By names of arguments; a block is a map in a list, also where it can be there but once. */
  readonly values: ValueMap;
  readonly errors: readonly TfError[];
}

/**
 * An object of the API as the configuration of its resource is written: each field as the argument that sets it. What no
 * argument sets is an error, as Terraform has it. Upstream: hcl hclsyntax/structure.go Content, hcldec/spec.go.
 */
export function configurationOf(object: ValueMap, block: Block, at = ''): Configured {
  const values = new Map<string, Value>();
  const errors: TfError[] = [];
  const given = [...object].filter(([, value]) => value !== null);
  for (const [field, value] of given.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const argument = argumentFor(block, field);
    if (argument === undefined) {
      errors.push(unexpected(snakeCase(field), value, block, new Set(given.map(([name]) => name))));
      continue;
    }
    const made = argumentValue(value, argument, `${at}${argument.name}`);
    values.set(argument.name, made.value);
    errors.push(...made.errors);
  }
  return { values, errors: [...missing(values, block), ...errors] };
}

interface Made {
  readonly value: Value;
  readonly errors: readonly TfError[];
}

function argumentValue(value: Value, argument: Argument, at: string): Made {
  const { block } = argument;
  if (block !== undefined) {
    const items = (isList(value) ? value : [value]).map((item, index) =>
      configurationOf(isMap(item) ? item : new Map(), block, `${at}.${index}.`),
    );
    return { value: items.map(({ values }) => values), errors: items.flatMap(({ errors }) => errors) };
  }
  const wrong = (wanted: string): Made => ({
    value,
    errors: [
      {
        summary: 'Incorrect attribute value type',
        detail: `Inappropriate value for attribute ${JSON.stringify(argument.name)}: ${wanted} required.`,
      },
    ],
  });
  const fine = (made: Value): Made => ({ value: made, errors: problemsOf(made, argument, at) });
  switch (argument.kind) {
    case 'text': {
      if (isList(value) || isMap(value)) return wrong('string');
      if (argument.form === 'octal' && typeof value === 'bigint') return fine(`0${value.toString(8)}`);
      return fine(textOf(value));
    }
    case 'number': {
      if (typeof value === 'bigint' || typeof value === 'number') return fine(value);
      return typeof value === 'string' && /^-?\d+$/.test(value) ? fine(BigInt(value)) : wrong('a number is');
    }
    case 'truth': {
      if (typeof value === 'boolean') return fine(value);
      return value === 'true' || value === 'false' ? fine(value === 'true') : wrong('a bool is');
    }
    case 'attributes': {
      if (!isMap(value)) return wrong('map of string');
      const all = [...value].filter(([, each]) => each !== null);
      return fine(new Map(all.map(([key, each]) => [key, textOf(each)])));
    }
    default: {
      if (!isList(value)) return wrong(`${argument.kind} of string`);
      return fine(value.map((item) => (typeof item === 'bigint' ? item : textOf(item))));
    }
  }
}

/**
 * What the provider says of texts that it would have to read as numbers or quantities. Upstream: kubernetes/validators.go
 * validateTypeStringNullableInt, validateResourceQuantity.
 */
function problemsOf(value: Value, { name, form, kind }: Argument, at: string): readonly TfError[] {
  const problem = (text: string) => [{ summary: text, detail: '' }];
  if (form === 'number' && typeof value === 'string' && value !== '' && !/^[+-]?\d+$/.test(value)) {
    // Upstream: kubernetes/schema_job_spec.go jobSpecFields.
    if (name === 'ttl_seconds_after_finished') return problem(`${at} is not a valid integer`);
    const parsed = `strconv.ParseInt: parsing ${JSON.stringify(value)}: invalid syntax`;
    return problem(`${at}: cannot parse '${value}' as int: ${parsed}`);
  }
  if (form !== 'quantity' || kind === 'attributes') return [];
  const read = parseQuantity(String(value));
  return read.kind === 'error' ? problem(`${at}.${String(value)} : ${read.message}`) : [];
}

/** A value as Terraform makes a text of it. */
export function textOf(value: Value): string {
  return value === null ? '' : String(value);
}

/** What Terraform says of an argument or a block that a schema does not have. */
function unexpected(name: string, value: Value, block: Block, given: ReadonlySet<string>): TfError {
  const all = [...block.values()];
  const written = isList(value) ? value[0] : value;
  if (isMap(written ?? null)) {
    const types = all.filter((each) => each.block !== undefined).map((each) => each.name);
    const like = suggestion(name, types);
    const meant = like === undefined ? '' : ` Did you mean ${JSON.stringify(like)}?`;
    return {
      summary: 'Unsupported block type',
      detail: `Blocks of type ${JSON.stringify(name)} are not expected here.${meant}`,
    };
  }
  const names = all.filter((each) => each.block === undefined && !given.has(each.api ?? '')).map((each) => each.name);
  const like = suggestion(name, names);
  const meant = like === undefined ? '' : ` Did you mean ${JSON.stringify(like)}?`;
  return {
    summary: 'Unsupported argument',
    detail: `An argument named ${JSON.stringify(name)} is not expected here.${meant}`,
  };
}

/** What is required and not there. */
function missing(values: ValueMap, block: Block): readonly TfError[] {
  const required = [...block.values()].filter((each) => each.isRequired && !values.has(each.name));
  return required
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, block: inner }) =>
      inner === undefined
        ? {
            summary: 'Missing required argument',
            detail: `The argument ${JSON.stringify(name)} is required, but no definition was found.`,
          }
        : {
            summary: `Insufficient ${name} blocks`,
            detail: `At least 1 ${JSON.stringify(name)} blocks are required.`,
          },
    );
}

/** The first name that differs by less than three letters. Upstream: hcl hclsyntax/didyoumean.go nameSuggestion. */
function suggestion(given: string, names: readonly string[]): string | undefined {
  return names.toSorted().find((each) => distance(given, each) < 3);
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let at = 1; at <= a.length; at++) {
    const next = [at];
    for (let to = 1; to <= b.length; to++) {
      const replaced = (row[to - 1] ?? 0) + (a[at - 1] === b[to - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
