import type { Flag } from './flags.ts';

const text = (name: string, value = ''): Flag => ({ name, type: 'string', default: value });
const unplayed = (flag: Flag): Flag => ({ ...flag, unplayed: true });
const unplayedBool = (name: string) => unplayed({ name, type: 'bool' });

/** The flags of `kubectl kustomize`. Upstream: sigs.k8s.io/kustomize/kustomize commands/build. */
export const kustomizeFlags: readonly Flag[] = [
  unplayedBool('as-current-user'),
  unplayedBool('enable-alpha-plugins'),
  unplayedBool('enable-helm'),
  {
    name: 'enable-managedby-label',
    type: 'bool',
    deprecated:
      'The flag `enable-managedby-label` has been deprecated. Use the `managedByLabel` option in the `buildMetadata` field instead.',
    unplayed: true,
  },
  unplayed({ name: 'env', short: 'e', type: 'array' }),
  unplayed({ name: 'helm-api-versions', type: 'array' }),
  unplayed(text('helm-command', 'helm')),
  unplayedBool('helm-debug'),
  unplayed(text('helm-kube-version')),
  text('load-restrictor', 'LoadRestrictionsRootOnly'),
  unplayed({ name: 'mount', type: 'array' }),
  unplayedBool('network'),
  unplayed(text('network-name', 'bridge')),
  { ...text('output'), short: 'o', unplayed: true },
  {
    ...text('reorder', 'legacy'),
    deprecated: "use the new 'sortOptions' field in kustomization.yaml instead.",
  },
];
