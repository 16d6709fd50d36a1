import { anyType, boolType, type CelType, mapType, sameType, stringType, structType } from '../cel/check/type.ts';
import { compileExpression } from '../cel/compile.ts';
import type { SizeOfPath } from '../cel/cost/path.ts';
import { type CelRelease, isSince, withheld } from '../cel/release.ts';
import { declaredName, type PolicyExpression, refused } from './environment.ts';

const quantity = structType('kubernetes.Quantity');

/** A device as selectors see it; from v1.36 on, the feature gate DRAConsumableCapacity, it says whether it is shared. */
function deviceType(release: CelRelease): CelType {
  const fields = new Map<string, CelType>([
    ['driver', stringType],
    ['attributes', mapType(stringType, mapType(stringType, anyType))],
    ['capacity', mapType(stringType, mapType(stringType, quantity))],
  ]);
  if (isSince(36, release)) fields.set('allowMultipleAllocations', boolType);
  return structType('kubernetes.DRADevice', fields);
}

/** What the sizes of a value are, and of what is inside of it: at most so many characters or entries. */
interface Sized {
  readonly most: bigint;
  readonly fields?: Readonly<Record<string, Sized>>;
  readonly key?: Sized;
  readonly value?: Sized;
  /** Whether a value can be named like a field. */
  readonly named?: true;
}

/** Upstream: k8s.io/api resource/v1 types.go, the constants that end with MaxLength and PerDevice. */
const [mostEntries, longestDomain, longestId, longestDriver, longestAttribute] = [32n, 63n, 32n, 63n, 64n];

function byDomain(value: Sized, named: object): Sized {
  const inner: Sized = { most: mostEntries, key: { most: longestId }, value, ...named };
  return { most: mostEntries, key: { most: longestDomain }, value: inner };
}

const device: Sized = {
  most: 0n,
  fields: {
    driver: { most: longestDriver },
    allowMultipleAllocations: { most: 1n },
    attributes: byDomain({ most: longestAttribute }, { named: true }),
    capacity: byDomain({ most: 0n }, {}),
  },
};

/** Upstream: cel/compile.go sizeEstimator.EstimateSize. */
const sizeInDevice: SizeOfPath = ([root, ...rest]) => {
  let at: Sized | undefined = root === 'device' ? device : undefined;
  for (const step of rest) {
    if (step === '@keys') at = at?.key;
    else if (step === '@values' || step === '@items') at = at?.value;
    else
      at =
        at?.named === true
          ? at.value
          : at?.fields !== undefined && Object.hasOwn(at.fields, step)
            ? at.fields[step]
            : undefined;
  }
  return at && { min: 0n, max: at.most };
};

/** The most that a selector may cost. Upstream: k8s.io/api resource/v1 types.go CELSelectorExpressionMaxCost. */
const mostCost = 1_000_000n;

/** Whether an expression may cost more than a selector may. */
export function costsTooMuch(compiled: Extract<PolicyExpression, { kind: 'program' }>): boolean {
  return costOfSelector(compiled) > mostCost;
}

/** The most that a selector may cost, as the server estimates it. */
export function costOfSelector(compiled: Extract<PolicyExpression, { kind: 'program' }>): bigint {
  return compiled.mostCost(sizeInDevice);
}

/**
 * Compiles an expression that selects devices, with the functions that new expressions of a release may use.
 * Upstream: k8s.io/dynamic-resource-allocation cel/compile.go CompileCELExpression.
 */
export function compileSelector(expression: string, release: CelRelease): PolicyExpression {
  const compiled = compileExpression(expression, new Map([['device', deviceType(release)]]), {
    without: withheld(release.minor),
    bindings: true,
    release,
  });
  if (compiled.kind === 'error') return refused(`compilation failed: ${compiled.message}`);
  const { type, fault } = compiled;
  if (!sameType(type, boolType) && type.kind !== 'any') {
    return refused(`must evaluate to bool or the unknown type, not ${declaredName(type)}`);
  }
  if (fault !== undefined) return refused(`program instantiation failed: ${fault}`, true);
  return compiled;
}
