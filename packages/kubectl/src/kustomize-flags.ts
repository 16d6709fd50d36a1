import type { Flag } from './flags.ts';

const text = (name: string, value = ''): Flag => ({ name, type: 'string', default: value });
const bool = (name: string): Flag => ({ name, type: 'bool' });

/**
 * The flags of `kubectl kustomize`. Those of Helm and of functions change nothing without charts and plugins, which
 * `--enable-helm` and `--enable-alpha-plugins` let run. Upstream: sigs.k8s.io/kustomize/kustomize commands/build.
 */
export const kustomizeFlags: readonly Flag[] = [
  bool('as-current-user'),
  { ...bool('enable-alpha-plugins'), unplayed: true },
  { ...bool('enable-helm'), unplayed: true },
  {
    name: 'enable-managedby-label',
    type: 'bool',
    deprecated:
      'The flag `enable-managedby-label` has been deprecated. Use the `managedByLabel` option in the `buildMetadata` field instead.',
  },
  { name: 'env', short: 'e', type: 'array' },
  { name: 'helm-api-versions', type: 'array' },
  text('helm-command', 'helm'),
  bool('helm-debug'),
  text('helm-kube-version'),
  text('load-restrictor', 'LoadRestrictionsRootOnly'),
  { name: 'mount', type: 'array' },
  bool('network'),
  text('network-name', 'bridge'),
  { ...text('output'), short: 'o', unplayed: true },
  {
    ...text('reorder', 'legacy'),
    deprecated: "use the new 'sortOptions' field in kustomization.yaml instead.",
  },
];
