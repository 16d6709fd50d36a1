import { type CelType, isDyn, typeText } from '../check/type.ts';
import { Mapping } from '../check/unify.ts';
import type { Overload } from '../library/declaration.ts';
import { hasMacro, memberMacros } from './macro-names.ts';
import { partOfMade } from './made-type.ts';
import { type ExpressionScope, operandType, withLoopVariables } from './scope.ts';
import { type OpenBracket, type PlaceInExpression, placeIn } from './tokens-before.ts';

/** Something that can be written at a place of an expression. */
export interface ExpressionItem {
  readonly label: string;
  readonly insert: string;
  readonly kind: 'variable' | 'field' | 'function' | 'macro' | 'constructor' | 'value' | 'word';
  /** The type of a variable or field, the signatures of a function. */
  readonly details: readonly string[];
  /** For a field: the type that has it. */
  readonly owner?: CelType;
}

/** What can be written at a place of an expression, the most likely first, and what it replaces, in UTF-16 code units. */
export interface ExpressionCompletion {
  readonly from: number;
  readonly to: number;
  readonly items: readonly ExpressionItem[];
}

/** Finds what can be written at a place of an expression, which may be incomplete. */
export function completeExpression(source: string, offset: number, given: ExpressionScope): ExpressionCompletion {
  const place = placeIn(source, offset);
  const { from, to, tokens } = place;
  const scope = withLoopVariables(source, place, given);
  const items = (): readonly ExpressionItem[] => {
    if (place.kind === 'comment') return [];
    if (place.kind === 'text') return wordsOfPatch(place);
    const last = tokens.at(-1);
    const isOptional = last?.kind === '?' && tokens.at(-2)?.kind === '.';
    const dot = isOptional ? tokens.length - 2 : tokens.length - 1;
    if (tokens[dot]?.kind === '.' && dot > 0) return membersAt(source, place, dot - 1, isOptional, scope);
    const top = place.open.at(-1);
    if (top?.struct !== undefined && top.field === undefined) return fieldsOfMade(place, top, scope);
    return isNumber(source, from) ? [] : beginnings(place, scope, given);
  };
  return { from, to, items: items() };
}

function isNumber(source: string, from: number): boolean {
  return /\d/.test(source[from - 1] ?? '');
}

const named = /^[A-Za-z]\w*(?:\.\w+)*$/;

/** The fields, functions and macros of an operand. */
function membersAt(
  source: string,
  { tokens }: PlaceInExpression,
  end: number,
  isOptional: boolean,
  scope: ExpressionScope,
): readonly ExpressionItem[] {
  const { text, type } = operandType(source, tokens, end, scope);
  const inner = partOfMade(text, scope);
  if (inner !== undefined) return constructorsIn(text, inner, scope);
  const { variables, functions } = scope.environment;
  const prefix = `${text}.`;
  const dotted = [...variables].filter(([name]) => name.startsWith(prefix));
  const qualified = [...functions.values()].filter(({ name }) => name.startsWith(prefix));
  const fields = type === undefined ? [] : fieldItems(unwrapped(type), true);
  if (isOptional) return fields;
  return [
    ...fields,
    ...dotted.map(([name, of]) => variable(name.slice(prefix.length), of)),
    ...qualified.map(({ name, overloads }) => functionItem(name.slice(prefix.length), overloads)),
    ...(type === undefined ? [] : memberItems(type, scope)),
  ];
}

/** The type that an optional value has. */
function unwrapped(type: CelType): CelType {
  return type.name === 'optional_type' ? (type.params[0] ?? type) : type;
}

/** The fields of a type, `name` each; names of one letter more for fields with reserved names are left out. */
function fieldItems(owner: CelType, isPlain: boolean): readonly ExpressionItem[] {
  return [...(owner.fields ?? [])].map(([name, type]) => ({
    label: name,
    insert: isPlain ? name : `${name}: `,
    kind: 'field',
    details: [typeText(type)],
    owner,
  }));
}

function memberItems(type: CelType, { environment, without }: ExpressionScope): readonly ExpressionItem[] {
  const macros = memberMacros.filter((macro) => hasMacro(macro, type) && !without.has(macro.name));
  const found = [...environment.functions.values()].flatMap(({ name, overloads }) => {
    const fitting = overloads.filter(({ member, args: [target] }) => member && target && takes(target, type));
    return fitting.length === 0 || !named.test(name) ? [] : [functionItem(name, fitting)];
  });
  return [
    ...macros.map(({ name, signature, variables }): ExpressionItem => {
      const names = variables === 1 ? 'x, ' : 'x, y, ';
      return { label: name, insert: `${name}(${names}`, kind: 'macro', details: [`${name}${signature}`] };
    }),
    ...found.sort((a, b) => rankOf(a) - rankOf(b)),
  ];
}

/** Functions that are for few values come after those of texts and lists. */
function rankOf({ details }: ExpressionItem): number {
  return details.some((detail) => detail.startsWith('kubernetes.') || detail.startsWith('net.')) ? 1 : 0;
}

function takes(target: CelType, type: CelType): boolean {
  if (isDyn(type)) return true;
  return !isDyn(target) && target.kind !== 'param' && new Mapping().assign([type], [target]);
}

function functionItem(name: string, overloads: readonly Overload[]): ExpressionItem {
  const details = overloads.map((overload) => signatureText(name, overload));
  const isBare = overloads.every(({ args, member }) => args.length === (member ? 1 : 0));
  return { label: name, insert: isBare ? `${name}()` : `${name}(`, kind: 'function', details };
}

/** A signature as the documentation of upstream writes it: `string.startsWith(string) bool`. */
export function signatureText(name: string, { member, args, result }: Overload): string {
  const shown = args.map(typeText);
  const target = member ? `${shown.shift()}.` : '';
  return `${target}${name}(${shown.join(', ')}) ${typeText(result)}`;
}

function variable(name: string, type: CelType): ExpressionItem {
  return { label: name, insert: name, kind: 'variable', details: [typeText(type)] };
}

/** What an expression, or a part of one, can begin with. */
function beginnings(
  place: PlaceInExpression,
  scope: ExpressionScope,
  outside: ExpressionScope,
): readonly ExpressionItem[] {
  const { variables, functions } = scope.environment;
  const { tokens } = place;
  const wanted = wantedHere(place, scope);
  const first = tokens.length === 0 ? scope.beginnings : [];
  const made = scope.made === undefined ? [] : ['Object{', 'JSONPatch{'];
  const constructors = [...new Set([...first, ...wanted, ...made])].map(constructor_);
  const [types, values] = partition([...variables], ([, type]) => type.kind === 'type');
  const calls = [...functions.values()].flatMap(({ name, overloads }) => {
    const fitting = overloads.filter(({ member }) => !member);
    return fitting.length === 0 || !named.test(name) ? [] : [functionItem(name, fitting)];
  });
  const callable = new Set(calls.map(({ label }) => label));
  const isOutside = ([name]: readonly [string, CelType]) => outside.environment.variables.has(name);
  const [outer, ofLoops] = partition(values, isOutside);
  const names = [...ofLoops.reverse(), ...outer]
    .filter(([name]) => !name.includes('.'))
    .map(([name, type]) => variable(name, type));
  return [
    ...(wanted.length > 0 || first.length > 0 ? [...constructors, ...names] : [...names, ...constructors]),
    { label: 'has', insert: 'has(', kind: 'macro', details: ['has(field) bool'] },
    ...calls,
    ...types.filter(([name]) => named.test(name) && !callable.has(name)).map(([name, type]) => variable(name, type)),
    ...['true', 'false', 'null'].map(
      (word): ExpressionItem => ({ label: word, insert: word, kind: 'word', details: [] }),
    ),
  ];
}

function partition<Item>(all: readonly Item[], is: (item: Item) => boolean): [Item[], Item[]] {
  return [all.filter(is), all.filter((item) => !is(item))];
}

function constructor_(text: string): ExpressionItem {
  const label = /[{([]$/.test(text) ? `${text}…${text.endsWith('{') ? '}' : ''}` : text;
  return { label, insert: text, kind: 'constructor', details: [] };
}

/** How the value of a field of a made object begins: `Object.spec.template{`. */
function wantedHere({ open, tokens }: PlaceInExpression, scope: ExpressionScope): readonly string[] {
  const last = tokens.at(-1)?.kind;
  const top = open.findLast(({ sign }) => sign !== '[');
  const isInList = open.at(-1)?.sign === '[';
  if (last !== ':' && last !== '[' && !(isInList && last === ',')) return [];
  if (top?.struct === undefined) return isInList && scope.beginnings[0]?.startsWith('[') ? ['JSONPatch{'] : [];
  if (top.field === undefined || top.struct === 'JSONPatch') return [];
  const name = `${top.struct}.${top.field}`;
  const part = partOfMade(name, scope);
  if (part === undefined || part === null) return part === null ? [`${name}{`] : [];
  const isList = part.kind === 'list';
  const item = isList ? (part.params[0] ?? part) : part;
  const begin = item.kind === 'struct' ? `${name}{` : item.kind === 'map' ? '{' : undefined;
  if (begin === undefined) return isList && !isInList ? ['['] : [];
  return [isList && !isInList ? `[${begin}` : begin];
}

/** The types of the parts of a type that expressions make. */
function constructorsIn(name: string, type: CelType | null, { made }: ExpressionScope): readonly ExpressionItem[] {
  const owner = type?.kind === 'list' ? type.params[0] : type;
  if (made === undefined || owner?.fields === undefined) return [];
  return [...owner.fields].flatMap(([field, of]) => {
    const item = of.kind === 'list' ? of.params[0] : of;
    if (item?.kind !== 'struct') return [];
    const label = `${field}{…}`;
    return [{ label, insert: `${field}{`, kind: 'constructor' as const, details: [`${name}.${field}`], owner }];
  });
}

const patchFields: readonly (readonly [name: string, type: string])[] = [
  ['op', 'string'],
  ['path', 'string'],
  ['value', 'dyn'],
  ['from', 'string'],
];

/** The fields that are not in the braces of a made object yet. */
function fieldsOfMade(
  { tokens }: PlaceInExpression,
  top: OpenBracket,
  scope: ExpressionScope,
): readonly ExpressionItem[] {
  const present = new Set(top.before.map(([from]) => tokens[from]?.text));
  const name = top.struct ?? '';
  if (name === 'JSONPatch' && scope.made !== undefined) {
    return patchFields
      .filter(([field]) => !present.has(field))
      .map(([field, type]) => ({ label: field, insert: `${field}: `, kind: 'field', details: [type] }));
  }
  const part = partOfMade(name, scope);
  const owner = part?.kind === 'list' ? part.params[0] : part;
  return owner?.fields === undefined ? [] : fieldItems(owner, false).filter(({ label }) => !present.has(label));
}

const operations = ['add', 'remove', 'replace', 'copy', 'move', 'test'];

/** The operations of a JSON patch inside of quotes. */
function wordsOfPatch({ open }: PlaceInExpression): readonly ExpressionItem[] {
  const top = open.at(-1);
  if (top?.struct !== 'JSONPatch' || top.field !== 'op') return [];
  return operations.map((word) => ({ label: word, insert: word, kind: 'value', details: [] }));
}
