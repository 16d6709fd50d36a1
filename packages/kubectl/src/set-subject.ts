import {
  compareStrings,
  equals,
  listAt,
  mapFromPlain,
  type Value,
  type ValueMap,
  withEntry,
} from '@managed-fields/merge-engine';
import { type Failure, fail, isFailure, together } from './failure.ts';
import type { Flags } from './flags.ts';
import type { LoadedInfo } from './info.ts';
import { dryRunOf } from './options.ts';
import { patchObjects } from './pod-spec.ts';
import { printerOf } from './print.ts';
import type { Session } from './session.ts';
import { objectsToSet } from './set-objects.ts';

/** `kubectl set subject`. Upstream: k8s.io/kubectl pkg/cmd/set/set_subject.go. */
export function runSetSubject(session: Session, flags: Flags): Failure | undefined {
  const dryRun = dryRunOf(session, flags);
  if (dryRun.kind === 'failure') return dryRun;
  const printer = printerOf(session, flags, dryRun.value, true);
  if ('kind' in printer) return printer;
  const infos = objectsToSet(session, flags, dryRun.value);
  if (isFailure(infos)) return infos;
  const problem = subjectProblem(flags, infos);
  if (problem !== undefined) return fail(problem);
  const subjects = subjectsOf(session, flags);
  const failures = patchObjects(session, infos, (info) => withSubjects(info, subjects), {
    flags,
    dryRun: dryRun.value,
    printer,
    operation: 'subjects updated',
    what: 'subjects to rolebinding:',
  });
  return together(failures);
}

function subjectProblem(flags: Flags, infos: readonly LoadedInfo[]): string | undefined {
  const accounts = flags.list('serviceaccount');
  if (flags.list('user').length === 0 && flags.list('group').length === 0 && accounts.length === 0) {
    return 'you must specify at least one value of user, group or serviceaccount';
  }
  for (const account of accounts) {
    const [namespace, name = '', ...more] = account.split(':');
    if (name === '' || more.length > 0) return 'serviceaccount must be <namespace>:<name>';
    if (namespace === '' && infos.some(({ version }) => version.resource.kind === 'ClusterRoleBinding')) {
      return 'serviceaccount must be <namespace>:<name>, namespace must be specified';
    }
  }
  return undefined;
}

/** The subjects of the flags, each once, users before groups before service accounts. */
function subjectsOf(session: Session, flags: Flags): readonly ValueMap[] {
  const distinct = (name: string) => [...new Set(flags.list(name))].sort(compareStrings);
  const apiGroup = 'rbac.authorization.k8s.io';
  return [
    ...distinct('user').map((name) => mapFromPlain({ kind: 'User', apiGroup, name })),
    ...distinct('group').map((name) => mapFromPlain({ kind: 'Group', apiGroup, name })),
    ...distinct('serviceaccount').map((account) => {
      const [namespace, name] = account.split(':');
      return mapFromPlain({
        kind: 'ServiceAccount',
        name,
        namespace: namespace === '' ? session.namespace : namespace,
      });
    }),
  ];
}

function withSubjects({ object, version }: LoadedInfo, subjects: readonly ValueMap[]): ValueMap | Failure {
  const { kind, group } = version.resource;
  if (group !== 'rbac.authorization.k8s.io' || !['RoleBinding', 'ClusterRoleBinding'].includes(kind)) {
    return fail('setting subjects is only supported for RoleBinding/ClusterRoleBinding');
  }
  const before: readonly Value[] = listAt(object, 'subjects') ?? [];
  const added = subjects.filter((subject) => !before.some((each) => equals(each, subject)));
  return added.length === 0 ? object : withEntry(object, 'subjects', [...before, ...added]);
}
