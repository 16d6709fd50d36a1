import type { CelType } from '../check/type.ts';
import type { Comprehension, Expression } from '../syntax/expression.ts';
import { type CelValue, kindOf } from '../value/cel-value.ts';
import { charactersIn } from '../value/characters.ts';
import { fixed, type Range } from './range.ts';

/** Whether a loop only gives a value a name. */
export function isBinding({ range, condition, accumulator: name }: Comprehension): boolean {
  const isEmpty = range.kind === 'list' && range.elements.length === 0;
  return isEmpty && condition.kind === 'literal' && condition.value === false && name !== '__result__';
}

/** The size of a literal; undefined of another expression. */
export function literalSize(node: Expression): Range | undefined {
  return node.kind === 'literal' ? fixed(BigInt(sizeOfLiteral(node.value))) : undefined;
}

function sizeOfLiteral(value: CelValue): number {
  if (typeof value === 'string') return charactersIn(value);
  return kindOf(value) === 'bytes' ? (value as Extract<CelValue, { kind: 'bytes' }>).bytes.length : 1;
}

const scalars: ReadonlySet<CelType['kind']> = new Set(['bool', 'double', 'duration', 'int', 'timestamp', 'uint']);

/** Whether values of a type have the same size, which those of texts and bytes do not have. */
export function isScalar({ kind, name, params }: CelType): boolean {
  if (kind !== 'opaque' || name !== 'optional_type') return scalars.has(kind);
  return params[0] !== undefined && isScalar(params[0]);
}

/** The same since v1.38, which counts types among them. */
export function isPlain(type: CelType): boolean {
  return type.kind === 'type' || isScalar(type) || (type.name === 'optional_type' && type.params[0]?.kind === 'type');
}
