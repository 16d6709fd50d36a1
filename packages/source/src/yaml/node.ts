import type { TextRange } from '../range.ts';
import type { Failure } from './failure.ts';

/** A node of a YAML document as it is written: tags, anchors and aliases unresolved, scalars as text. */
export type Node = ScalarNode | MapNode | ListNode | AliasNode;

/** What all nodes have; the range is from the first of anchor, tag and content to the end of the content. */
interface Written extends TextRange {
  /** The line of its start, counted from 0. */
  readonly line: number;
  /** The full tag, empty where none is written. */
  readonly tag: string;
}

/** A scalar's text without quotes, escapes and folding. */
export interface ScalarNode extends Written {
  readonly kind: 'scalar';
  readonly text: string;
  /** Whether it is written without quotes, so that its text says what it is. */
  readonly plain: boolean;
}

/** A mapping in the order in which it is written, keys that stand twice included. */
export interface MapNode extends Written {
  readonly kind: 'map';
  readonly entries: readonly Entry[];
}

/** A key and its value; starts at the `?` where one is written, else at the key. */
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

/** An item; starts at its dash where one is written, else at the value. */
export interface Item {
  readonly from: number;
  readonly value: Node;
}

/** An alias and the node that its anchor names, which may be one around it. */
export interface AliasNode extends Written {
  readonly kind: 'alias';
  readonly name: string;
  readonly target: Node;
}

/** A document's node, or why there is none; an empty document has neither. */
export interface Parsed {
  readonly root: Node | undefined;
  readonly failure: Failure | undefined;
}
