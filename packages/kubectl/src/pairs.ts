import { type Failure, fail } from './failure.ts';

/** The arguments of a command: first resources, then `KEY=VALUE` and `KEY-`. */
export interface SplitArguments {
  readonly kind: 'split';
  readonly resources: readonly string[];
  readonly pairs: readonly string[];
}

/** Splits arguments into resources and pairs. Upstream: k8s.io/kubectl pkg/cmd/util/helpers.go GetResourcesAndPairs. */
export function splitPairs(args: readonly string[], what: string): SplitArguments | Failure {
  const first = args.findIndex(isPair);
  if (first < 0) return { kind: 'split', resources: args, pairs: [] };
  const pairs = args.slice(first);
  const stray = pairs.find((argument) => !isPair(argument));
  if (stray !== undefined) return fail(`all resources must be specified before ${what} changes: ${stray}`);
  return { kind: 'split', resources: args.slice(0, first), pairs };
}

function isPair(argument: string): boolean {
  return (argument.includes('=') && !argument.startsWith('=')) || (argument.endsWith('-') && argument !== '-');
}

/** The values to set by key, and the keys to remove. */
export interface Pairs {
  readonly kind: 'pairs';
  readonly set: ReadonlyMap<string, string>;
  readonly removed: readonly string[];
}

/** Parses pairs; `KEY-` counts only where keys are `removable`. Upstream: helpers.go ParsePairs. */
export function parsePairs(pairs: readonly string[], what: string, removable: boolean): Pairs | Failure {
  const set = new Map<string, string>();
  const removed: string[] = [];
  const invalid: string[] = [];
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    if (at > 0) set.set(pair.slice(0, at), pair.slice(at + 1));
    else if (at < 0 && removable && pair.endsWith('-') && pair !== '-') removed.push(pair.slice(0, -1));
    else invalid.push(pair);
  }
  if (invalid.length > 0) return fail(`invalid ${what} format: ${invalid.join(', ')}`);
  return { kind: 'pairs', set, removed };
}
