import { compilePattern } from '../../pattern/pattern.ts';
import { readClause, wrongType } from '../library/format-text.ts';
import type { Call, Expression } from '../syntax/expression.ts';
import type { SourceError } from '../syntax/source-error.ts';
import { isError } from '../value/cel-value.ts';
import { convert } from '../value/convert.ts';
import type { Checked } from './check.ts';
import { type CelType, dynType, sameType, typeText } from './type.ts';

/**
 * Validates the literals of a checked expression: durations, timestamps and patterns have to be valid, and lists and
 * maps must not mix types.
 * Upstream: github.com/google/cel-go cel/validator.go, with the options of k8s.io/apiserver
 * pkg/cel/environment/base.go.
 */
export function literalErrors(expression: Expression, checked: Checked): SourceError[] {
  const errors: SourceError[] = [];
  visit(expression, false, (node, exempt) => {
    if (node.kind === 'call') errors.push(...callErrors(node), ...formatErrors(node, checked));
    else if (!exempt && node.kind === 'list') errors.push(...listErrors(node, checked));
    else if (!exempt && node.kind === 'map') errors.push(...mapErrors(node, checked));
  });
  return errors;
}

/** Visits all nodes. Those inside a call of `format` are exempt: they may mix types. */
function visit(node: Expression, exempt: boolean, look: (node: Expression, exempt: boolean) => void): void {
  look(node, exempt);
  const inner = exempt || (node.kind === 'call' && node.name === 'format');
  for (const child of childrenOf(node)) visit(child, inner, look);
}

/** Returns the child nodes of a node. */
export function childrenOf(node: Expression): readonly Expression[] {
  switch (node.kind) {
    case 'select':
      return [node.operand];
    case 'call':
      return node.target === undefined ? node.args : [node.target, ...node.args];
    case 'list':
      return node.elements;
    case 'map':
      return node.entries.flatMap(({ key, value }) => [key, value]);
    case 'struct':
      return node.fields.map(({ value }) => value);
    case 'comprehension':
      return [node.range, node.init, node.condition, node.step, node.result];
    default:
      return [];
  }
}

const times: ReadonlyMap<string, string> = new Map([
  ['duration', 'google.protobuf.Duration'],
  ['timestamp', 'google.protobuf.Timestamp'],
]);

function callErrors({ name, args: [first] }: Call): SourceError[] {
  if (first?.kind !== 'literal') return [];
  const to = times.get(name);
  const bad =
    to === undefined
      ? name === 'matches' && typeof first.value === 'string' && compilePattern(first.value).kind === 'error'
      : isError(convert(first.value, to));
  return bad ? [{ at: first.at, message: `invalid ${name} argument` }] : [];
}

/** The types that each clause of a format accepts. */
const clauseTypes: Readonly<Record<string, readonly CelType['kind'][]>> = {
  d: ['int', 'uint'],
  f: ['double', 'string'],
  e: ['double', 'string'],
  b: ['int', 'uint', 'bool'],
  x: ['int', 'uint', 'string', 'bytes'],
  X: ['int', 'uint', 'string', 'bytes'],
  o: ['int', 'uint'],
  s: ['list', 'map', 'int', 'uint', 'double', 'bool', 'string', 'timestamp', 'bytes', 'duration', 'type', 'null'],
};

/** Upstream: github.com/google/cel-go ext/formatting.go stringFormatValidator. */
function formatErrors({ at, name, target, args: [list] }: Call, { types }: Checked): SourceError[] {
  if (name !== 'format' || target?.kind !== 'literal' || typeof target.value !== 'string') return [];
  if (list?.kind !== 'list') return [];
  let index = 0;
  let rest = target.value.replace(/^(?:[^%]|%%)*/, '');
  while (rest !== '') {
    const element = list.elements[index];
    if (rest === '%') return [{ at, message: 'unexpected end of string' }];
    if (element === undefined) return [{ at, message: `index ${index} out of range` }];
    const clause = readClause(rest);
    if (typeof clause === 'string') return [{ at, message: clause }];
    const bad = unfit(element, clause.verb, types);
    if (bad !== undefined) {
      const words = wrongType(clause.verb, (types.get(bad) ?? dynType).name);
      return [{ at: bad.at, message: `error during formatting: ${words}` }];
    }
    rest = rest.slice(clause.length).replace(/^(?:[^%]|%%)*/, '');
    index++;
  }
  if (list.elements.length <= index) return [];
  const counts = `expected ${index}, got ${list.elements.length}`;
  return [{ at, message: `too many arguments supplied to string.format (${counts})` }];
}

/** Returns the part of an argument that a clause does not accept. */
function unfit(node: Expression, verb: string, types: Checked['types']): Expression | undefined {
  const { kind } = types.get(node) ?? dynType;
  if (kind !== 'dyn' && clauseTypes[verb]?.includes(kind) !== true) return node;
  if (verb !== 's') return undefined;
  const parts =
    node.kind === 'list'
      ? node.elements
      : node.kind === 'map'
        ? node.entries.flatMap(({ key, value }) => [key, value])
        : [];
  for (const part of parts) {
    const bad = unfit(part, verb, types);
    if (bad !== undefined) return bad;
  }
  return undefined;
}

function listErrors({ elements, optional }: Extract<Expression, { kind: 'list' }>, { types }: Checked): SourceError[] {
  let first: CelType | undefined;
  for (const [index, element] of elements.entries()) {
    const type = entryType(types.get(element), optional.has(index));
    first ??= type;
    if (!sameType(first, type)) return [mismatch(element, first, type)];
  }
  return [];
}

function mapErrors({ entries }: Extract<Expression, { kind: 'map' }>, { types }: Checked): SourceError[] {
  const [first, ...rest] = entries;
  if (first === undefined) return [];
  const keyType = entryType(types.get(first.key), false);
  const valueType = entryType(types.get(first.value), first.optional);
  return rest.flatMap(({ key, value, optional }) => {
    const ownKey = entryType(types.get(key), false);
    const ownValue = entryType(types.get(value), optional);
    return [
      ...(sameType(keyType, ownKey) ? [] : [mismatch(key, keyType, ownKey)]),
      ...(sameType(valueType, ownValue) ? [] : [mismatch(value, valueType, ownValue)]),
    ];
  });
}

function entryType(type: CelType = dynType, optional: boolean): CelType {
  return optional ? (type.params[0] ?? type) : type;
}

function mismatch({ at }: Expression, wanted: CelType, found: CelType): SourceError {
  return { at, message: `expected type '${typeText(wanted)}' but found '${typeText(found)}'` };
}
