/** The release of kustomize in each minor version of kubectl, by its go.mod. */
const kustomizeIn: Readonly<Record<string, string>> = {
  'v1.33': 'v5.6.0',
  'v1.34': 'v5.7.1',
  'v1.35': 'v5.7.1',
  'v1.36': 'v5.8.1',
  'v1.37': 'v5.8.1',
  'v1.38': 'v5.8.3',
};

/** The release of kustomize in a release of kubectl. */
export function kustomizeRelease(release: string): string {
  return kustomizeIn[release.split('.').slice(0, 2).join('.')] ?? 'v5.8.1';
}
