/** What kubectl does and nobody plays here: a command, a flag, a format of `-o`, fetching a URL, printing its help. */
export type Unplayed =
  | { readonly kind: 'command' | 'help'; readonly command: string }
  | { readonly kind: 'flag'; readonly flag: string }
  | { readonly kind: 'format'; readonly format: string }
  | { readonly kind: 'url'; readonly url: string };
