import type { CelValue } from '../value/cel-value.ts';

/**
 * A node of an expression with expanded macros. `at` is its position in messages, counted in characters. Nodes are
 * compared by identity.
 * Upstream: github.com/google/cel-go common/ast/expr.go.
 */
export type Expression =
  | { readonly kind: 'literal'; readonly at: number; readonly value: CelValue }
  | { readonly kind: 'ident'; readonly at: number; readonly name: string }
  | Select
  | Call
  | {
      readonly kind: 'list';
      readonly at: number;
      readonly elements: readonly Expression[];
      /** The indexes of optional elements: `[?a]`. */
      readonly optional: ReadonlySet<number>;
    }
  | { readonly kind: 'map'; readonly at: number; readonly entries: readonly MapEntry[] }
  | { readonly kind: 'struct'; readonly at: number; readonly name: string; readonly fields: readonly StructField[] }
  | Comprehension;

/** A field of an operand. With `test` it only asks whether the field is there, as `has` does. */
export interface Select {
  readonly kind: 'select';
  readonly at: number;
  readonly operand: Expression;
  readonly field: string;
  readonly test: boolean;
}

/** A call of a function or operator (`_+_`); a member function has a target. */
export interface Call {
  readonly kind: 'call';
  readonly at: number;
  readonly name: string;
  readonly target: Expression | undefined;
  readonly args: readonly Expression[];
}

export interface MapEntry {
  readonly key: Expression;
  readonly value: Expression;
  readonly optional: boolean;
}

export interface StructField {
  readonly at: number;
  readonly name: string;
  readonly value: Expression;
  readonly optional: boolean;
}

/** A loop over a range, to which macros such as `all` expand. */
export interface Comprehension {
  readonly kind: 'comprehension';
  readonly at: number;
  readonly range: Expression;
  readonly variable: string;
  /** The second variable of loops over keys and values, or indexes and items. */
  readonly second: string | undefined;
  readonly accumulator: string;
  readonly init: Expression;
  readonly condition: Expression;
  readonly step: Expression;
  readonly result: Expression;
}
