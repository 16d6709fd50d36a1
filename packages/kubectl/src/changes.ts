/** What changed between releases of kubectl, each change with the minor version that brought it: 36 for v1.36. */
const changes = {
  /** `apply --dry-run=client` shows an object that is there as the patch would leave it; before, as it is. */
  clientDryRunPatches: 36,
  /** Why a patch cannot be made follows after one colon; before, after two. Upstream: pkg/cmd/apply/patcher.go. */
  reasonAfterOneColon: 34,
  /** A creationTimestamp that is unknown is left out; before, it was sent as null. Upstream: apimachinery meta/v1 ObjectMeta. */
  unknownTimeLeftOut: 34,
} as const;

/** Whether a release of kubectl, `v1.36.3`, has a change. */
export function hasChange(change: keyof typeof changes, release: string): boolean {
  return Number(/^v1\.(\d+)/.exec(release)?.[1]) >= changes[change];
}
