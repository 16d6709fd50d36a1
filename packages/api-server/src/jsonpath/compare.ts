import { compareStrings, type Value } from '@managed-fields/merge-engine';

/** An operator of a filter. */
export type Operator = '<' | '>' | '==' | '!=' | '<=' | '>=';

const badType = 'invalid type for comparison';
const badTypes = 'incompatible types for comparison';

/**
 * Compares two values of a filter; the text is the message of a failure.
 * Upstream: k8s.io/client-go third_party/forked/golang/template/funcs.go.
 */
export function compareScalars(operator: Operator, left: Value, right: Value): boolean | string {
  switch (operator) {
    case '==':
      return equal(left, right);
    case '!=':
      return negated(equal(left, right));
    case '<':
      return less(left, right);
    case '>=':
      return negated(less(left, right));
    case '<=':
      return lessOrEqual(left, right);
    case '>':
      return negated(lessOrEqual(left, right));
  }
}

function negated(answer: boolean | string): boolean | string {
  return typeof answer === 'string' ? answer : !answer;
}

function isBasic(value: Value): value is string | number | bigint | boolean {
  return value !== null && typeof value !== 'object';
}

function equal(left: Value, right: Value): boolean | string {
  if (!isBasic(left) || !isBasic(right)) return badType;
  return typeof left === typeof right ? left === right : badTypes;
}

function less(left: Value, right: Value): boolean | string {
  if (!isBasic(left) || !isBasic(right)) return badType;
  if (typeof left !== typeof right) return badTypes;
  if (typeof left === 'boolean') return badType;
  if (typeof left === 'string') return compareStrings(left, String(right)) < 0;
  return left < (right as typeof left);
}

function lessOrEqual(left: Value, right: Value): boolean | string {
  const answer = less(left, right);
  return answer === false ? equal(left, right) : answer;
}
