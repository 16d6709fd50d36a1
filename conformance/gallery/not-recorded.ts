/**
 * Examples that no recording of ours can show, by name, each with its reason. All others are held against a real
 * server.
 */
export const notRecorded: ReadonlyMap<string, string> = new Map([
  ...[
    ...['argo-migration', 'crossplane-migration', 'extract-modify-apply'],
    ...['flux-merge', 'helm-3-to-4', 'ignore-differences'],
  ].map(
    (name) =>
      [
        name,
        'Its runs of tools, with all before them, are recorded of the tools themselves (tool-cases.test.ts).',
      ] as const,
  ),
  ['definition-missing', 'It begins with an object of a kind that a server does not have without a definition.'],
  [
    'injected-sidecar',
    'It begins with a Pod that an admission webhook has changed, and the recorded server has none; a server with a policy that injects a container answered alike.',
  ],
  ['old-fields-form', 'It begins with an object in a form that a server of today neither makes nor reads.'],
  ['version-gone-builtin', 'It begins with an entry in an API version that a server of today does not write.'],
  [
    'webhook-rewrites',
    'It begins with an object that an admission webhook has changed, and the recorded server has none.',
  ],
]);
