import { withEntry } from '@managed-fields/merge-engine';
import { type Failure, fail, together } from './failure.ts';
import type { Flags } from './flags.ts';
import { dryRunOf, localOnServer } from './options.ts';
import { patchObjects, withPodSpec } from './pod-spec.ts';
import { printerOf } from './print.ts';
import { collectTyped, select } from './selection.ts';
import type { Session } from './session.ts';

/** `kubectl set serviceaccount`. Upstream: k8s.io/kubectl pkg/cmd/set/set_serviceaccount.go. */
export function runSetServiceAccount(session: Session, flags: Flags): Failure | undefined {
  const dryRun = dryRunOf(session, flags);
  if (dryRun.kind === 'failure') return dryRun;
  const local = flags.truth('local');
  const problem = localOnServer(flags, dryRun.value);
  if (problem !== undefined) return problem;
  const printer = printerOf(session, flags, dryRun.value, true);
  if ('kind' in printer) return printer;
  const account = flags.args.at(-1);
  if (account === undefined) return fail('serviceaccount is required');
  const args = local ? [] : flags.args.slice(0, -1);
  const selected = select(session, flags, { args, allowAll: flags.truth('all'), latest: !local, local });
  if (selected.kind === 'failure') return selected;
  const { infos, failed } = collectTyped(selected, local);
  if (failed !== undefined) return failed;
  const failures = patchObjects(
    session,
    infos,
    (info) => withPodSpec(info, (spec) => withEntry(spec, 'serviceAccountName', account)),
    {
      flags,
      dryRun: dryRun.value,
      printer,
      operation: 'serviceaccount updated',
      what: 'ServiceAccountName',
      always: true,
    },
  );
  return together(failures);
}
