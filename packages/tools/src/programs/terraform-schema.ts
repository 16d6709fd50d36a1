import table from '../data/terraform-schemas.json' with { type: 'json' };

/** How the value of an argument is written in the API, where that is otherwise. */
export type ArgumentForm = 'int-or-string' | 'quantity' | 'octal' | 'number';

/** An argument of a resource, or a block of it. */
export interface Argument {
  readonly name: string;
  /** `attributes`: a map of texts; `list` and `set` have texts, numbers or blocks. */
  readonly kind: 'text' | 'number' | 'truth' | 'attributes' | 'list' | 'set';
  /** The field of the API that it sets; undefined where the API has none. */
  readonly api: string | undefined;
  readonly form: ArgumentForm | undefined;
  readonly isRequired: boolean;
  readonly isOptional: boolean;
  /** Whether what the server has stays where nobody sets it. */
  readonly isComputed: boolean;
  /** Whether another value makes the object anew. */
  readonly isForcing: boolean;
  /** Whether the field of the API is a list. */
  readonly isApiList: boolean;
  /** Whether it is sent though it is zero. */
  readonly isSentZero: boolean;
  /** Whether it is read of a live object. */
  readonly isRead: boolean;
  /** Whether texts are compared as quantities. */
  readonly isQuantity: boolean;
  /** Whether items of a set are ordered by the hash of their texts alone. */
  readonly isHashedAlone: boolean;
  readonly fallback: string | undefined;
  /** What is read where the object does not have it. */
  readonly readEmpty: string | undefined;
  readonly atLeast: number;
  /** What is in its blocks; undefined where it has none. */
  readonly block: Block | undefined;
}

/** The arguments of a resource or of a block, by their names. */
export type Block = ReadonlyMap<string, Argument>;

interface WrittenArgument {
  readonly t: string;
  readonly a?: string;
  readonly k?: string;
  readonly f?: string;
  readonly d?: string;
  readonly e?: string;
  readonly b?: number;
  readonly m?: number;
}

const kinds: Readonly<Record<string, Argument['kind']>> = {
  s: 'text',
  i: 'number',
  f: 'number',
  b: 'truth',
  m: 'attributes',
  l: 'list',
  S: 'set',
};

const written: readonly Readonly<Record<string, WrittenArgument>>[] = table.blocks;
const resources: Readonly<Record<string, number>> = table.resources;
const blocks = new Map<number, Block>();

/** The arguments of a resource, as its provider has them; undefined where it is not played. */
export function schemaOf(resource: string): Block | undefined {
  const index = Object.hasOwn(resources, resource) ? resources[resource] : undefined;
  return index === undefined ? undefined : blockAt(index);
}

function blockAt(index: number): Block {
  const made = blocks.get(index);
  if (made !== undefined) return made;
  const block: Block = new Map(
    Object.entries(written[index] ?? {}).map(([name, each]) => [name, argumentOf(name, each)]),
  );
  blocks.set(index, block);
  return block;
}

function argumentOf(name: string, { t, a, k, f = '', d, e, b, m = 0 }: WrittenArgument): Argument {
  const has = (flag: string) => f.includes(flag);
  return {
    name,
    kind: kinds[t[0] ?? ''] ?? 'text',
    api: a === '-' ? undefined : (a ?? camelCase(name)),
    form: k as ArgumentForm | undefined,
    isRequired: has('r'),
    isOptional: has('o'),
    isComputed: has('c'),
    isForcing: has('n'),
    isApiList: has('L'),
    isSentZero: has('z'),
    isRead: !has('w'),
    isQuantity: has('q'),
    isHashedAlone: has('h'),
    fallback: d,
    readEmpty: e,
    atLeast: m,
    block: b === undefined ? undefined : blockAt(b),
  };
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The argument that a field of the API sets. */
export function argumentFor(block: Block, field: string): Argument | undefined {
  return [...block.values()].find(({ api }) => api === field) ?? block.get(field);
}

/**
 * The name that somebody would write for a field of the API that no argument sets: `setHostnameAsFQDN` as
 * `set_hostname_as_fqdn`.
 */
export function snakeCase(field: string): string {
  return field.replace(/[A-Z]/g, (letter, at: number) => {
    const [before, after] = [field[at - 1] ?? '', field[at + 1] ?? ''];
    const isWord = at > 0 && (/[a-z]/.test(before) || /[a-z]/.test(after));
    return `${isWord ? '_' : ''}${letter.toLowerCase()}`;
  });
}
