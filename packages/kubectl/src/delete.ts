import { hasChange } from './changes.ts';
import { deleteOptions, get, remove } from './client.ts';
import { addSource, type Failure, fail, hasReason } from './failure.ts';
import type { Flags } from './flags.ts';
import { type Info, objectName } from './info.ts';
import { qualifiedKind } from './mapping.ts';
import { cascadeOf, dryRunOf, rawProblem } from './options.ts';
import { part } from './parts.ts';
import type { DryRun } from './print.ts';
import { type Selected, select, visitEach } from './selection.ts';
import type { Session } from './session.ts';

/** `kubectl delete`. Upstream: k8s.io/kubectl pkg/cmd/delete/delete.go. */
export function runDelete(session: Session, flags: Flags): Failure | undefined {
  const cascade = cascadeOf(session, flags);
  if (cascade.kind === 'failure') return cascade;
  const period = gracePeriodOf(flags);
  if (typeof period !== 'bigint') return period;
  const dryRun = dryRunOf(session, flags);
  if (dryRun.kind === 'failure') return dryRun;
  const output = flags.text('output');
  const interactive = flags.truth('interactive');
  if (flags.text('raw') !== '') {
    const asks = interactive ? fail('--interactive can not be used with --raw') : undefined;
    const problem = contradiction(session, flags, period) ?? asks ?? rawProblem(flags, 0);
    return problem ?? part('rare').runRaw('DELETE')(session, flags);
  }
  const selected = select(session, flags, {
    args: flags.args,
    all: flags.truth('all'),
    allNamespaces: flags.truth('all-namespaces'),
    enforcedEverywhere: true,
    fieldSelector: flags.text('field-selector'),
    unfetched: true,
  });
  if (selected.kind === 'failure') return selected;
  const problem = contradiction(session, flags, period);
  if (problem !== undefined) return problem;
  const many = flags.truth('all') || flags.text('selector') !== '' || flags.text('field-selector') !== '';
  const ignored = flags.changed('ignore-not-found') ? flags.truth('ignore-not-found') : many;
  const ignoring = ignored ? 'NotFound' : '';
  const shown = interactive ? preview(session, selected, ignoring) : undefined;
  if (shown !== undefined) {
    if (shown.failed !== undefined) return shown.failed;
    if (shown.names.size === 0) {
      session.out('No resources found\n');
      return undefined;
    }
    if (!isConfirmed(session)) {
      session.out('deletion is cancelled\n');
      return undefined;
    }
  }
  const deleted: Info[] = [];
  let mayWarn = session.enforceNamespace && !flags.truth('all-namespaces');
  const failed = visitEach(
    selected,
    (info) => {
      if (shown !== undefined && !shown.names.has(placeName(info))) return undefined;
      if (mayWarn && !info.version.resource.namespaced) {
        session.err('Warning: deleting cluster-scoped resources, not scoped to the provided namespace\n');
        mayWarn = false;
      }
      const gone = deleteOne(session, info, cascade.value, period, dryRun.value);
      deleted.push(info);
      if (gone !== undefined) return gone;
      session.out(deletedText(session, info, { output, gracePeriod: period, dryRun: dryRun.value }));
      return undefined;
    },
    ignoring,
  );
  if (failed !== undefined) return failed;
  if (deleted.length === 0) session.out('No resources found\n');
  return flags.truth('wait') && dryRun.value === 'none' ? untilGone(session, flags, deleted) : undefined;
}

/** Prints what is to be deleted, if all of it can be found, and asks. Upstream: delete.go RunDelete, confirmation. */
function preview(session: Session, selected: Selected, ignoring: string) {
  const infos: Info[] = [];
  const failed = visitEach(selected, (info) => void infos.push(info), ignoring);
  if (failed === undefined && infos.length > 0) {
    session.out(`You are about to delete the following ${infos.length} resource(s):\n`);
    for (const { version, name } of infos) session.out(`${qualifiedKind(version)}/${name}\n`);
    const no = hasChange('confirmedByLine', session.host.release) ? 'N' : 'n';
    session.out(`Do you want to continue? (y/${no}): `);
  }
  return { failed, names: new Set(infos.map(placeName)) };
}

/** Where an object stands, whatever its version. */
const placeName = ({ version: { resource }, namespace, name }: Info) =>
  JSON.stringify([resource.group, resource.plural, namespace, name]);

/** Whether the first line of the input, before the first word, is `y`. Upstream: delete.go confirmation, fmt.Fscanln, fmt.Fscan. */
function isConfirmed(session: Session): boolean {
  const isByLine = hasChange('confirmedByLine', session.host.release);
  const answer = isByLine ? /^.*/.exec(session.input()) : /\S+/.exec(session.input());
  return answer?.[0].trim().toLowerCase() === 'y';
}

/**
 * Checks that each deleted object is gone. Nothing changes while the command runs, so an object that is still there
 * stays: with a timeout the command fails at once, and without one, where kubectl would wait forever, it ends.
 * Upstream: k8s.io/kubectl pkg/cmd/wait/delete.go IsDeleted.
 */
export function untilGone(session: Session, flags: Flags, deleted: readonly Info[]): Failure | undefined {
  for (const info of deleted) {
    const live = get(session, info);
    if (live.kind === 'failure') {
      if (hasReason(live, 'NotFound')) continue;
      return live;
    }
    const limited = /[1-9]/.test(flags.text('timeout'));
    return limited ? fail(`timed out waiting for the condition on ${objectName(info)}`) : undefined;
  }
  return undefined;
}

/** Returns the grace period in seconds; a negative one leaves it to the kind. Upstream: delete.go Complete. */
function gracePeriodOf(flags: Flags): bigint | Failure {
  const period = flags.whole('grace-period');
  const force = flags.truth('force');
  if (flags.truth('now')) {
    return period === -1n ? 1n : fail('--now and --grace-period cannot be specified together');
  }
  if (period === 0n && !force) return 1n;
  return force && period < 0n ? 0n : period;
}

function contradiction(session: Session, flags: Flags, period: bigint): Failure | undefined {
  const output = flags.text('output');
  if (output !== '' && output !== 'name') {
    return fail(`unexpected -o output mode: ${output}. We only support '-o name'`);
  }
  if (!flags.truth('force')) return undefined;
  if (period > 0n) return fail('--force and --grace-period greater than 0 cannot be specified together');
  session.err(
    'Warning: Immediate deletion does not wait for confirmation that the running resource has been terminated. The resource may continue to run on the cluster indefinitely.\n',
  );
  return undefined;
}

function deleteOne(
  session: Session,
  info: Info,
  cascade: string,
  gracePeriod: bigint,
  dryRun: DryRun,
): Failure | undefined {
  if (dryRun === 'client') return undefined;
  const gone = remove(session, info, deleteOptions({ cascade, gracePeriod, dryRun: dryRun === 'server' }));
  return gone.kind === 'failure' ? addSource('deleting', info.source, gone) : undefined;
}

/** Returns the line that is printed of a deleted object. Upstream: delete.go PrintObj. */
export function deletedText(
  session: Session,
  { version, name, namespace }: Info,
  { output, gracePeriod, dryRun }: { readonly output: string; readonly gracePeriod: bigint; readonly dryRun: DryRun },
): string {
  const { kind, group, namespaced } = version.resource;
  const qualified = group === '' ? kind.toLowerCase() : `${kind.toLowerCase()}.${group}`;
  if (output === 'name') return `${qualified}/${name}\n`;
  const operation = gracePeriod === 0n ? 'force deleted' : 'deleted';
  const isPlaced = namespaced && hasChange('namespaceOfDeleted', session.host.release);
  const where = isPlaced ? ` from ${namespace} namespace` : '';
  const note = dryRun === 'none' ? '' : dryRun === 'client' ? ' (dry run)' : ' (server dry run)';
  return `${qualified} "${name}" ${operation}${where}${note}\n`;
}
