// All that the server does for CustomResourceDefinitions. `custom-resources.ts` above is the entry point for others, and a
// file of its own since the server itself, which may not import what is above it, needs the type of all this.

export { completeExpression, type ExpressionCompletion, type ExpressionItem } from '../cel/assist/complete.ts';
export { describeInExpression, type NameInExpression } from '../cel/assist/describe.ts';
export type { ExpressionScope } from '../cel/assist/scope.ts';
export { type CelRelease, type HeldAnswer, inEachRelease } from '../cel/release.ts';
export { escapeName } from '../cel/value/escape.ts';
export { beginDeletion } from '../customresource/controllers.ts';
export {
  definitionChangeErrors,
  definitionCreateErrors,
  definitionStatusChangeErrors,
  definitionWarnings,
  withStorageVersion,
} from '../customresource/definition-kind.ts';
export { ruleExpressionScope } from '../customresource/expressions/assist.ts';
export { lazyType, type PolicyTypes, policyExpressionScope } from '../policy/assist.ts';
export { compileSelector, costsTooMuch } from '../policy/device-selector.ts';
export { type PolicyCompiler, type PolicyPart, policyCompiler } from '../policy/environment.ts';
export { type ExpressionWarning, typeCheckWarnings } from '../policy/type-check.ts';
export { withConversionBack, withConversionDown } from './conversion-down.ts';
export { followUp } from './follow-up.ts';
export { assumeCrd, type Installed, installCrd } from './install.ts';
export { type PutCrd, putCrd } from './put-crd.ts';
