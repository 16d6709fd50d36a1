import { type Failure, fail } from './failure.ts';
import type { Flags } from './flags.ts';
import type { LoadedInfo } from './info.ts';
import { localOnServer } from './options.ts';
import type { DryRun } from './print.ts';
import { collectTyped, select } from './selection.ts';
import type { Session } from './session.ts';
import { localResourceError } from './set-image.ts';

/**
 * Selects the objects that `kubectl set resources` and `set subject` change, then refuses flags that contradict each
 * other. Upstream: k8s.io/kubectl pkg/cmd/set/set_resources.go, set_subject.go Complete and Validate.
 */
export function objectsToSet(session: Session, flags: Flags, dryRun: DryRun): readonly LoadedInfo[] | Failure {
  const local = flags.truth('local');
  if (local && flags.args.length > 0) return fail(localResourceError);
  const selected = select(session, flags, { args: flags.args, allowAll: flags.truth('all'), latest: !local, local });
  if (selected.kind === 'failure') return selected;
  const { infos, failed } = collectTyped(session, selected, local);
  if (failed !== undefined) return failed;
  const problem = localOnServer(flags, dryRun);
  if (problem !== undefined) return problem;
  if (flags.truth('all') && flags.text('selector') !== '') {
    return fail('cannot set --all and --selector at the same time');
  }
  return infos;
}
