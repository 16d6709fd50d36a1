import { type Failure, fail } from '../failure.ts';
import type { Flags } from '../flags.ts';
import type { Session } from '../session.ts';
import { build, printedObjects } from './build.ts';

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
    labelled: flags.truth('enable-managedby-label') || session.env('KUSTOMIZE_ENABLE_MANAGEDBY_LABEL') === 'on',
  };
  const built = build(session, flags.args[0] ?? '.', options);
  if (built.kind === 'failure') return built;
  session.out(printedObjects(session, built.objects));
  return undefined;
}

/** The text of what the kustomization of a folder comes to. */
export function kustomized(session: Session, folder: string): string | Failure {
  const made = build(session, folder);
  return made.kind === 'failure' ? made : printedObjects(session, made.objects);
}
