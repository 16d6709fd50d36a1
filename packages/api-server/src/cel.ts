/**
 * Entry point: the expressions of admission policies, compiled and evaluated, for those who ask policies. All that the
 * server itself needs of the language is in `custom-resources.ts`.
 */

export type { Compiled } from './cel/compile.ts';
export type { SizeOfPath } from './cel/cost/path.ts';
export type { Evaluated } from './cel/evaluate.ts';
export {
  type AskedAccount,
  type Authorize,
  allowAll,
  authorizerValue,
  type RequestResource,
  resourceCheckValue,
} from './cel/library/authorizer.ts';
export type {
  CelBytes,
  CelError,
  CelList,
  CelObject,
  CelUint,
  Duration,
  Opaque,
  Optional,
  Timestamp,
  TypeValue,
} from './cel/value/cel-value.ts';
export {
  type CelMap,
  type CelValue,
  celError,
  isCelList,
  isCelMap,
  isError,
  isMade,
  kindOf,
  type MadeObject,
  typeName,
} from './cel/value/cel-value.ts';
export { convert } from './cel/value/convert.ts';
export { unescapeName } from './cel/value/escape.ts';
export type { Variables } from './cel/variables.ts';
export {
  type PolicyCompiler,
  type PolicyExpression,
  type PolicyPart,
  type PolicyScope,
  policyCompiler,
} from './policy/environment.ts';
export { wrongTypeNames } from './policy/made-object.ts';
export { celOfPlain, celOfTyped } from './policy/plain-value.ts';
