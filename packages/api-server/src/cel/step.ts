import { remembered } from '@managed-fields/merge-engine';
import type { Counter } from './cost/actual.ts';
import type { StepId } from './cost/tracker.ts';
import type { Declaration, Overload } from './library/declaration.ts';
import type { CelRelease } from './release.ts';
import type { CelValue } from './value/cel-value.ts';

/** The first step of an expression, which leads to all others, and how many ids they have. */
export interface Plan {
  readonly step: Step;
  readonly ids: number;
  readonly release: CelRelease;
}

/**
 * A step of the evaluation of an expression.
 * Upstream: github.com/google/cel-go interpreter/interpretable.go.
 */
export type Step =
  | { readonly kind: 'constant'; readonly id: StepId; readonly value: CelValue }
  | {
      readonly kind: 'attribute';
      readonly attribute: Attribute;
      /** The id of the question of `has`, which only asks for presence; undefined elsewhere. */
      readonly test: StepId | undefined;
    }
  | { readonly kind: 'logical'; readonly id: StepId; readonly deciding: boolean; readonly terms: readonly Step[] }
  | {
      readonly kind: 'equality';
      readonly id: StepId;
      readonly name: '_==_' | '_!=_';
      readonly args: readonly [Step, Step];
      readonly counter: Counter;
      /** Whether the second argument is left out where the first is an error. */
      readonly early: boolean;
    }
  | CallStep
  | { readonly kind: 'membership'; readonly id: StepId; readonly arg: Step; readonly keys: ReadonlySet<string> }
  | OtherwiseStep
  | ListStep
  | MapStep
  | StructStep
  | FoldStep;

export interface CallStep {
  readonly kind: 'call';
  readonly id: StepId;
  readonly declaration: Declaration;
  readonly candidates: readonly Overload[];
  /** The only candidate; undefined where there are several. */
  readonly overload: Overload | undefined;
  readonly args: readonly Step[];
  readonly counter: Counter;
  /** Whether the first error ends the evaluation of the arguments. */
  readonly early: boolean;
  /** Whether the second argument is a pattern that was compiled beforehand. */
  readonly pattern: boolean;
}

/** The second value where the first, an optional, has none. */
export interface OtherwiseStep {
  readonly kind: 'otherwise';
  readonly id: StepId;
  /** Whether it gives the value of the optional itself. */
  readonly unwraps: boolean;
  /** Whether anything else is refused in place of the optional. */
  readonly strict: boolean;
  readonly left: Step;
  readonly right: Step;
}

export interface ListStep {
  readonly kind: 'list';
  readonly id: StepId;
  readonly steps: readonly Step[];
  readonly optional: ReadonlySet<number>;
}

export interface MapStep {
  readonly kind: 'map';
  readonly id: StepId;
  /** Keys and values in turn. */
  readonly steps: readonly Step[];
  readonly optional: readonly boolean[];
}

export interface StructStep {
  readonly kind: 'struct';
  readonly id: StepId;
  readonly name: string;
  readonly fields: readonly { readonly name: string; readonly optional: boolean }[];
  /** The values of the fields. */
  readonly steps: readonly Step[];
}

export interface FoldStep {
  readonly kind: 'fold';
  readonly id: StepId;
  readonly accumulator: string;
  readonly variable: string;
  readonly second: string | undefined;
  readonly range: Step;
  readonly init: Step;
  readonly condition: Step;
  readonly step: Step;
  readonly result: Step;
}

/** A variable or another value, with the fields and items to which an expression goes from there. */
export type Attribute =
  | {
      readonly kind: 'variable';
      readonly id: StepId;
      readonly name: string;
      /** Whether the variables of loops are passed over. */
      readonly outside: boolean;
      readonly qualifiers: readonly Qualifier[];
    }
  | {
      readonly kind: 'relative';
      readonly id: StepId;
      readonly operand: Step;
      readonly qualifiers: readonly Qualifier[];
    }
  | {
      readonly kind: 'conditional';
      readonly id: StepId;
      readonly condition: Step;
      readonly truthy: Attribute;
      readonly falsy: Attribute;
    };

/** A field, key or index. An optional one leads to an optional value. */
export type Qualifier =
  | {
      readonly kind: 'constant';
      readonly id: StepId;
      readonly key: CelValue;
      readonly optional: boolean;
      /** Whether it only asks for presence. */
      readonly test: boolean;
    }
  | {
      readonly kind: 'computed';
      readonly id: StepId;
      readonly attribute: Attribute;
      readonly optional: boolean;
      /** Whether its value comes from a step that is no attribute. */
      readonly drops: boolean;
    };

/** The id of an attribute, which is that of its last qualifier. */
export function attributeId(attribute: Attribute): StepId {
  if (attribute.kind !== 'conditional') return attribute.qualifiers.at(-1)?.id ?? attribute.id;
  const truthy = attributeId(attribute.truthy);
  return truthy === attributeId(attribute.falsy) ? truthy : attribute.id;
}

export function idOf(step: Step): StepId {
  return step.kind === 'attribute' ? (step.test ?? attributeId(step.attribute)) : step.id;
}

/** The ids of the steps inside a list of them, which is asked once the expression is planned. */
export const idsOf: (steps: readonly Step[]) => readonly StepId[] = remembered((steps: readonly Step[]) =>
  steps.map(idOf),
);

/** Whether a value can be the key of an attribute. Upstream: attributes.go newQualifier. */
export function isQualifier(value: CelValue): boolean {
  return value !== null && (typeof value !== 'object' || value.kind === 'uint');
}
