/** What is counted for a character of a text, and of a pattern. Upstream: github.com/google/cel-go common/cost.go. */
export const perCharacter = 0.1;
export const perPatternCharacter = 0.25;

/** How the functions of Kubernetes and some others are counted, in estimates and in fact. */
export type NamedCost =
  | 'check'
  | 'one'
  | 'selector'
  | 'traversal'
  | 'first'
  | 'target'
  | 'twice'
  | 'replace'
  | 'split'
  | 'join'
  | 'pattern'
  | 'format'
  | 'ip'
  | 'contains-ip'
  | 'contains-cidr';

const kinds: Readonly<Record<NamedCost, string>> = {
  check: 'check',
  one:
    'serviceAccount path group resource subresource namespace name allowed reason error errored ' +
    'masked isMask prefixLength family isUnspecified isLoopback isLinkLocalMulticast isLinkLocalUnicast isGlobalUnicast ' +
    'format.named sign asInteger isInteger asApproximateFloat isGreaterThan isLessThan compareTo add sub major minor patch ' +
    'getScheme getHostname getHost getPort getEscapedPath getQuery',
  selector: 'fieldSelector labelSelector',
  traversal: 'isSorted sum max min indexOf lastIndexOf includes',
  first: 'url jsonpatch.escapeKey cidr isIP isCIDR quantity isQuantity semver isSemver',
  target: 'lowerAscii upperAscii substring trim',
  twice: 'ip.isCanonical',
  replace: 'replace',
  split: 'split',
  join: 'join',
  pattern: 'find findAll',
  format: 'validate',
  ip: 'ip',
  'contains-ip': 'containsIP',
  'contains-cidr': 'containsCIDR',
};

/** How each function is counted. Upstream: k8s.io/apiserver pkg/cel/library/cost.go. */
export const costsOfNames: ReadonlyMap<string, NamedCost> = new Map(
  (Object.keys(kinds) as NamedCost[]).flatMap((kind) => kinds[kind].split(' ').map((name) => [name, kind] as const)),
);

/** What a selector costs by its length. Upstream: cost.go selectorCostEstimate. */
export function selectorCost(length: bigint): bigint {
  const by = (size: bigint, factor: number) => BigInt(Math.ceil(Number(size) * factor));
  return 10n + by(length, perCharacter) + by(by(length, 0.5), 50);
}
