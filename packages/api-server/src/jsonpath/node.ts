/** Start, end and step of `[1:3:2]`; `known` says whether one was written, `derived` that the end follows from the start. */
export interface SliceBound {
  readonly value: number;
  readonly known: boolean;
  readonly derived?: true;
}

/** A part of a JSONPath template. Upstream: k8s.io/client-go util/jsonpath/node.go. */
export type PathNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly nodes: PathNode[] }
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'identifier'; readonly name: string }
  | { readonly kind: 'array'; readonly bounds: readonly [SliceBound, SliceBound, SliceBound] }
  | { readonly kind: 'filter'; readonly left: ListNode; readonly right: ListNode; readonly operator: string }
  | { readonly kind: 'constant'; readonly value: bigint | number | boolean }
  | { readonly kind: 'wildcard' }
  | { readonly kind: 'recursive' }
  | { readonly kind: 'union'; readonly lists: readonly ListNode[] };

/** What stands between two braces, or a whole template. */
export type ListNode = Extract<PathNode, { readonly kind: 'list' }>;
