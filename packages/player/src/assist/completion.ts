import type { TextRange } from '@managed-fields/scenario';
import type { SchemaFieldView } from './describe.ts';

/** A completion at a caret. */
export interface CompletionItem {
  readonly label: string;
  /** The text that replaces the word at the caret, with new lines indented. */
  readonly insert: string;
  /** `live` is the value that the object has now. */
  readonly kind:
    | 'field'
    | 'item'
    | 'value'
    | 'live'
    | 'kind'
    | 'directive'
    | 'pointer'
    | 'operation'
    | 'skeleton'
    // Of expressions:
    | 'variable'
    | 'function'
    | 'macro'
    | 'constructor'
    | 'word';
  /** What the schema says of a field. */
  readonly field?: SchemaFieldView;
  /** In an expression: the type of a variable or field, the signatures of a function. */
  readonly details?: readonly string[];
  /** Whether further completions follow once it is inserted. */
  readonly again: boolean;
}

/** The completions at a caret, the most likely first, and the range that they replace. */
export interface Completion {
  readonly range: TextRange;
  readonly items: readonly CompletionItem[];
  /** Whether the caret is in an expression. */
  readonly isExpression?: true;
}
