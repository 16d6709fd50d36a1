/**
 * Entry point: the expressions of admission policies, compiled and evaluated, for those who ask policies. All that the
 * server itself needs of the language is in `custom-resources.ts`.
 */

export { authorizerValue, resourceCheckValue } from './cel/library/authorizer.ts';
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
export { unescapeName } from './customresource/expressions/schema-type.ts';
export {
  type PolicyCompiler,
  type PolicyExpression,
  type PolicyPart,
  type PolicyScope,
  policyCompiler,
} from './policy/environment.ts';
export { wrongTypeNames } from './policy/made-object.ts';
export { celOfPlain } from './policy/plain-value.ts';
