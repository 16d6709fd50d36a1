import type { CelValue } from '../value/cel-value.ts';

/**
 * One node of an expression, macros expanded. `at` is the place that messages name, counted in characters from the
 * beginning of the text; a node is known by its identity.
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
      /** The places of elements that stand only where they have a value: `[?a]`. */
      readonly optional: ReadonlySet<number>;
    }
  | { readonly kind: 'map'; readonly at: number; readonly entries: readonly MapEntry[] }
  | { readonly kind: 'struct'; readonly at: number; readonly name: string; readonly fields: readonly StructField[] }
  | Comprehension;

/** A field of an operand; with `test` only whether it is there, as `has` asks. */
export interface Select {
  readonly kind: 'select';
  readonly at: number;
  readonly operand: Expression;
  readonly field: string;
  readonly test: boolean;
}

/** A function or operator (`_+_`); with a target where it was written behind one. */
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

/** A loop over a range: what a macro such as `all` stands for. */
export interface Comprehension {
  readonly kind: 'comprehension';
  readonly at: number;
  readonly range: Expression;
  readonly variable: string;
  /** The second variable: keys and values, or places and items, at once. */
  readonly second: string | undefined;
  readonly accumulator: string;
  readonly init: Expression;
  readonly condition: Expression;
  readonly step: Expression;
  readonly result: Expression;
}
