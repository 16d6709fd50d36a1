import type { TextRange } from '../range.ts';
import type { Failure } from './failure.ts';

/** A node of a YAML document as it is written: tags and aliases unresolved, scalars as text. */
export type Node = ScalarNode | MapNode | ListNode | AliasNode;

/** The members of all nodes. The range begins with the first of anchor, tag and content, and ends with the content. */
interface Written extends TextRange {
  /** The line of its start, counted from 0. */
  readonly line: number;
  /** The full tag; empty where none is written. */
  readonly tag: string;
}

/** A scalar. Its text is without quotes, escapes and folding. */
export interface ScalarNode extends Written {
  readonly kind: 'scalar';
  readonly text: string;
  /** Whether it is written without quotes, so that its text decides its type. */
  readonly plain: boolean;
}

/** A mapping with its entries in their order. A key may stand twice. */
export interface MapNode extends Written {
  readonly kind: 'map';
  readonly entries: readonly Entry[];
}

/** A key with its value. It starts at the `?` if there is one, else at the key. */
export interface Entry {
  readonly from: number;
  readonly key: Node;
  readonly value: Node;
}

/** A sequence. */
export interface ListNode extends Written {
  readonly kind: 'list';
  readonly items: readonly Item[];
}

/** An item. It starts at its dash if there is one, else at the value. */
export interface Item {
  readonly from: number;
  readonly value: Node;
}

/** An alias with the node of its anchor, which may be a node around it. */
export interface AliasNode extends Written {
  readonly kind: 'alias';
  readonly name: string;
  readonly target: Node;
}

/** The node of a document, or the failure; an empty document has neither. */
export interface Parsed {
  readonly root: Node | undefined;
  readonly failure: Failure | undefined;
}
