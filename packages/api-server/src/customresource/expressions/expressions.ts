// Rules of x-kubernetes-validations, as a part that comes where a definition has some.
export { expressionErrors } from './rule-errors.ts';
export { validateDefaultRules, validateRules } from './validate-rules.ts';
