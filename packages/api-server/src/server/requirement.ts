/** One condition of a selector. */
export type Requirement =
  | { readonly kind: 'equals' | 'differs'; readonly key: string; readonly value: string }
  | { readonly kind: 'above' | 'below'; readonly key: string; readonly number: bigint }
  | { readonly kind: 'in' | 'notin'; readonly key: string; readonly values: readonly string[] }
  | { readonly kind: 'exists' | 'absent'; readonly key: string };
