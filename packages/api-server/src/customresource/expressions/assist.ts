import type { Value } from '@managed-fields/merge-engine';
import type { ExpressionScope } from '../../cel/assist/scope.ts';
import { dynType, optionalType } from '../../cel/check/type.ts';
import { environmentWith } from '../../cel/compile.ts';
import { readJsonSchema } from '../json-schema.ts';
import { typeOfSchema } from './schema-type.ts';

/** What a rule of `x-kubernetes-validations` may name, by the schema that it stands in. */
export function ruleExpressionScope(
  schema: Value,
  { isResource, isOptional }: { readonly isResource: boolean; readonly isOptional: boolean },
): ExpressionScope {
  const self = typeOfSchema(readJsonSchema(schema), isResource, 'self') ?? dynType;
  const variables = new Map([
    ['self', self],
    ['oldSelf', isOptional ? optionalType(self) : self],
  ]);
  return { environment: environmentWith(variables, {}), beginnings: [], without: new Set() };
}
