import type * as registered from './registered-kinds.ts';

/**
 * A part that is loaded only when it is needed: playing kubectl commands, those of them that few type, describing, kustomizations, custom resources with their rules in CEL,
 * admission plugins, admission policies, requests that few send, what
 * Kubernetes says of the fields of a version, or a file of known definitions.
 */
export type ModuleName =
  | 'kubectl'
  | 'kubectl-describe'
  | 'kubectl-rare'
  | 'kubectl-kustomize'
  | 'tools'
  | 'custom-resources'
  | 'admission'
  | 'admission-policies'
  | 'rare-requests'
  | `descriptions/${string}`
  | `known/${string}`;

/** What a computation came to: its value, or the modules without which it has none. */
export type Attempt<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'not-loaded'; readonly modules: readonly ModuleName[] };

/**
 * Leaves a computation that needs modules which are not loaded. It goes no further than to the `attempt` around it. Where
 * there is none the caller promised that all modules are loaded: then it is an error as any other.
 */
export class NotLoaded extends Error {
  readonly modules: readonly ModuleName[];

  constructor(modules: readonly ModuleName[]) {
    super(`not loaded: ${[...new Set(modules)].join(', ')}`);
    this.modules = [...new Set(modules)];
  }
}

/**
 * Computes something, and returns either the value or the modules that are not loaded. This is the only place that makes
 * a value of `NotLoaded`: what is missing is noticed deep inside of a request, and passing it through each function
 * between by hand would tell the reader nothing. The computation has to be pure, since it is begun again when the
 * modules are there.
 */
export function attempt<Value>(compute: () => Value): Attempt<Value> {
  try {
    return { kind: 'done', value: compute() };
  } catch (error) {
    if (error instanceof NotLoaded) return { kind: 'not-loaded', modules: error.modules };
    throw error;
  }
}

/**
 * Computes several things that do not need each other, and returns their values. Where modules are missing it asks for
 * those of all of them at once.
 */
export function all<Value>(computations: readonly (() => Value)[]): readonly Value[] {
  const attempts = computations.map((compute) => attempt(compute));
  const missing = attempts.flatMap((each) => (each.kind === 'not-loaded' ? each.modules : []));
  if (missing.length > 0) throw new NotLoaded(missing);
  return attempts.flatMap((each) => (each.kind === 'done' ? [each.value] : []));
}

/** What the server knows of kinds that it does not serve. */
export type UnservedKinds = Pick<typeof registered, 'knowsUnserved' | 'knowsVersion'>;

let unserved: UnservedKinds | undefined;

/** Gives the server what it knows of kinds that it does not serve, a part of the entry point `rare-requests`. */
export function provideUnserved(given: UnservedKinds | undefined): void {
  unserved = given;
}

/** What the server knows of kinds that it does not serve. Where nobody provided it, the computation is left (`attempt`). */
export function unservedKinds(): UnservedKinds {
  if (unserved === undefined) throw new NotLoaded(['rare-requests']);
  return unserved;
}
