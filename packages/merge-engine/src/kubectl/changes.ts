/** What changed between releases of kubectl, each change with the minor version that brought it: 36 for v1.36. */
const changes = {
  /** `apply --dry-run=client` shows an object that is there as the patch would leave it; before, as it is. */
  clientDryRunPatches: 36,
} as const;

/** Whether a release of kubectl, `v1.36.3`, has a change. */
export function hasChange(change: keyof typeof changes, release: string): boolean {
  return Number(/^v1\.(\d+)/.exec(release)?.[1]) >= changes[change];
}
