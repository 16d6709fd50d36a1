import { type Failure, fail } from '../failure.ts';
import type { Flag, Flags } from '../flags.ts';
import type { Session } from '../session.ts';
import { build, printedObjects } from './build.ts';

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

/** `kubectl kustomize`. Upstream: sigs.k8s.io/kustomize/kustomize commands/build/build.go. */
export function runKustomize(session: Session, flags: Flags): Failure | undefined {
  if (flags.args.length > 1) return fail('specify one path to kustomization.yaml');
  const [restrictor, order] = [flags.text('load-restrictor'), flags.text('reorder')];
  if (!['LoadRestrictionsNone', 'LoadRestrictionsRootOnly', ''].includes(restrictor)) {
    const legal = '[LoadRestrictionsRootOnly LoadRestrictionsNone]';
    return fail(`illegal flag value --load-restrictor ${restrictor}; legal values: ${legal}`);
  }
  if (order !== 'none' && order !== 'legacy') {
    return fail(`illegal flag value --reorder ${order}; legal values: [legacy none]`);
  }
  const asksOrder = flags.changed('reorder');
  const options = {
    unrestricted: restrictor === 'LoadRestrictionsNone',
    unsorted: asksOrder && order === 'none',
    asksOrder,
  };
  const built = build(session, flags.args[0] ?? '.', options);
  if (built.kind === 'failure') return built;
  session.out(printedObjects(session, built.objects));
  return undefined;
}
