import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

/** A part of a message. `count` inside a plural is the number that the plural is about. */
export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'argument'; readonly name: string; readonly grouped: boolean }
  | { readonly kind: 'plural' | 'select'; readonly name: string; readonly branches: Branches };

/** What a plural or a select says in each case, by its name as it stands in the message. */
export type Branches = ReadonlyMap<string, Message>;

/** A message as parts in a row. */
export type Message = readonly Part[];

/** Names that can stand in code: not the words of the language, and not `f`, which is the forms. */
const isArgument =
  /^(?!(?:break|case|catch|class|const|continue|default|delete|do|else|enum|export|extends|false|finally|for|function|if|import|in|instanceof|let|new|null|return|static|super|switch|this|throw|true|try|typeof|var|void|while|with|yield|f)$)[a-z][A-Za-z]*$/;

/** What a message takes in one place, written as a type of TypeScript. */
export type Arguments = ReadonlyMap<string, string>;

/**
 * Reads a message of ICU MessageFormat: arguments, `number`, `plural` and `select`. Dates, ordinals, offsets and styles of
 * numbers are not used here.
 *
 * @throws Error with a sentence where the message cannot be read.
 */
export function readMessage(text: string): Message {
  return parse(text, { ignoreTag: true }).flatMap((element) => partOf(element, undefined));
}

function partOf(element: MessageFormatElement, count: string | undefined): readonly Part[] {
  switch (element.type) {
    case TYPE.literal:
      return [{ kind: 'text', text: element.value }];
    case TYPE.argument:
      return [{ kind: 'argument', name: element.value, grouped: false }];
    case TYPE.pound:
      return [{ kind: 'argument', name: count ?? '#', grouped: true }];
    case TYPE.number:
      if (element.style) throw new Error(`{${element.value}, number} takes no style`);
      return [{ kind: 'argument', name: element.value, grouped: true }];
    case TYPE.plural:
      if (element.offset !== 0 || element.pluralType === 'ordinal')
        throw new Error(`{${element.value}} is a plural of numbers like 1, 2, 3, without an offset`);
      return [{ kind: 'plural', name: element.value, branches: branchesOf(element.options, element.value) }];
    case TYPE.select:
      return [{ kind: 'select', name: element.value, branches: branchesOf(element.options, count) }];
    default:
      throw new Error('a message holds arguments, numbers, plurals and selects alone');
  }
}

function branchesOf(
  options: Readonly<Record<string, { readonly value: readonly MessageFormatElement[] }>>,
  count: string | undefined,
): Branches {
  const read = ({ value }: { readonly value: readonly MessageFormatElement[] }) =>
    value.flatMap((element) => partOf(element, count));
  return new Map(Object.entries(options).map(([name, option]) => [name, read(option)]));
}

/**
 * Returns the arguments of a message with their types:
 * - what is counted or printed as a number is a `number`;
 * - what selects between `true` and `other` is a `boolean`;
 * - what selects is one of the names of its branches, or any other text too where `other` says something;
 * - `none` among them stands for `undefined`;
 * - everything else is a text or a number.
 */
export function argumentsOf(message: Message): Arguments {
  const found = new Map<string, Set<string>>();
  const add = (name: string, type: string) => {
    if (!isArgument.test(name)) throw new Error(`{${name}} is no name of an argument`);
    found.set(name, (found.get(name) ?? new Set()).add(type));
  };
  const walk = (parts: Message) => {
    for (const part of parts) {
      if (part.kind === 'text') continue;
      if (part.kind === 'argument') add(part.name, part.grouped ? 'number' : 'string | number');
      else {
        add(part.name, part.kind === 'plural' ? 'number' : typeOfSelect(part.branches));
        for (const branch of part.branches.values()) walk(branch);
      }
    }
  };
  walk(message);
  return new Map([...found].sort().map(([name, types]) => [name, narrowest(name, types)]));
}

function typeOfSelect(branches: Branches): string {
  const named = [...branches.keys()].filter((name) => name !== 'other');
  const open = (branches.get('other')?.length ?? 0) > 0;
  if (named.length === 1 && named[0] === 'true') return 'boolean';
  const codes = named.filter((name) => name !== 'none').map((name) => `'${name}'`);
  if (open) codes.splice(0, codes.length, 'string');
  return [...codes.sort(), ...(named.includes('none') ? ['undefined'] : [])].join(' | ');
}

/** A number that is also put in as it is stays a number, a code stays a code. */
function narrowest(name: string, types: ReadonlySet<string>): string {
  const told = [...types].filter((type) => type !== 'string | number');
  if (told.length > 1) throw new Error(`{${name}} is used as ${told.join(' and as ')}`);
  const [type = 'string | number'] = told;
  return type === 'string | undefined' && types.size > 1 ? 'string | number | undefined' : type;
}
