import { anyType, boolType, type CelType, mapType, sameType, stringType, structType } from '../cel/check/type.ts';
import { compileExpression } from '../cel/compile.ts';
import { declaredName, type PolicyExpression, refused, withheld } from './environment.ts';

const quantity = structType('kubernetes.Quantity');

/** A device as selectors see it; from v1.36 on, the feature gate DRAConsumableCapacity, it says whether it is shared. */
function deviceType(minor: number): CelType {
  const fields = new Map<string, CelType>([
    ['driver', stringType],
    ['attributes', mapType(stringType, mapType(stringType, anyType))],
    ['capacity', mapType(stringType, mapType(stringType, quantity))],
  ]);
  if (minor >= 36) fields.set('allowMultipleAllocations', boolType);
  return structType('kubernetes.DRADevice', fields);
}

/**
 * Compiles an expression that selects devices, with the functions that new expressions of a minor version may use. What it
 * may cost is not weighed.
 * Upstream: k8s.io/dynamic-resource-allocation cel/compile.go CompileCELExpression.
 */
export function compileSelector(expression: string, minor: number): PolicyExpression {
  const compiled = compileExpression(expression, new Map([['device', deviceType(minor)]]), {
    without: withheld(minor),
    bindings: true,
  });
  if (compiled.kind === 'error') return refused(`compilation failed: ${compiled.message}`);
  const { type, fault } = compiled;
  if (!sameType(type, boolType) && type.kind !== 'any') {
    return refused(`must evaluate to bool or the unknown type, not ${declaredName(type)}`);
  }
  if (fault !== undefined) return refused(`program instantiation failed: ${fault}`, true);
  return compiled;
}
