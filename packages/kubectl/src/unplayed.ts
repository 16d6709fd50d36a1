/**
 * What a shell or kubectl does and nobody plays here: a command, a flag, fetching a URL, printing help;
 * what prints more than anybody can read; another program (with the option that it is not played with), `$(…)` and the like, an editor that the line names,
 * variables without a command; a field of a kustomization,
 * a path that a server answers and that is not known here, a kubeconfig that is not among the files, what in one is not played, a token that a server would have to sign,
 * a key that a map of it has twice or that is no text, and what kustomize itself breaks down at.
 */
export type Unplayed =
  | { readonly kind: 'program'; readonly program: string }
  | { readonly kind: 'syntax'; readonly syntax: string }
  | { readonly kind: 'editor'; readonly editor: string }
  | { readonly kind: 'no-program' | 'too-much' }
  | { readonly kind: 'command' | 'help'; readonly command: string }
  | { readonly kind: 'flag'; readonly flag: string }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'describe'; readonly what: string }
  | { readonly kind: 'kustomize'; readonly field: string }
  | { readonly kind: 'kustomize-key' | 'kustomize-odd-key'; readonly key: string }
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'kustomize-panic' | 'kubeconfig' | 'kubeconfig-part' | 'token' };
