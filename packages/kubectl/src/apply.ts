import { metadataText, type ValueMap } from '@managed-fields/merge-engine';
import { type Applying, applyClientSide } from './apply-client.ts';
import { applyServerSide } from './apply-server.ts';
import { type ApplySet, applySetFailure, beforeApply, labelMembers, openApplySet, pruneApplySet } from './apply-set.ts';
import type { Validation } from './documents.ts';
import { type Failure, fail, together } from './failure.ts';
import type { Flags } from './flags.ts';
import type { LoadedInfo } from './info.ts';
import { cascadeOf, dryRunOf, requireFiles, usageFailure, validationOf } from './options.ts';
import { type DryRun, listOf, printerOf, printsObject } from './print.ts';
import type { Printer } from './printing/printer.ts';
import { type PrunedResources, prunedResources, pruneUnvisited } from './prune.ts';
import { collect, select } from './selection.ts';
import type { Session } from './session.ts';

/** `kubectl apply`. Upstream: k8s.io/kubectl pkg/cmd/apply/apply.go. */
export function runApply(session: Session, flags: Flags): Failure | undefined {
  if (flags.args.length > 0) return usageFailure('kubectl apply', `Unexpected args: [${flags.args.join(' ')}]`);
  const dryRun = dryRunOf(session, flags);
  if (dryRun.kind === 'failure') return dryRun;
  const cascade = cascadeOf(session, flags);
  if (cascade.kind === 'failure') return cascade;
  const missing = requireFiles(flags);
  if (missing !== undefined) return missing;
  const validation = validationOf(flags);
  if (validation.kind === 'failure') return validation;
  const set = flags.text('applyset') === '' ? undefined : openApplySet(session, flags.text('applyset'));
  if (set?.kind === 'failure') return set;
  const resources = prunedResources(session, flags.truth('prune') ? flags.list('prune-allowlist') : []);
  if (resources.kind === 'failure') return resources;
  const contradiction = contradictionIn(session, flags, dryRun.value, set);
  if (contradiction !== undefined) return contradiction;

  const serverSide = flags.truth('server-side');
  const manager = flags.changed('field-manager')
    ? flags.text('field-manager')
    : serverSide
      ? 'kubectl'
      : 'kubectl-client-side-apply';
  const visitedUids = new Set<string>();
  const applying: Applying = {
    session,
    dryRun: dryRun.value,
    write: { fieldManager: manager, fieldValidation: validation.value, dryRun: dryRun.value === 'server' },
    manager,
    forceConflicts: flags.truth('force-conflicts'),
    overwrite: flags.truth('overwrite'),
    force: flags.truth('force'),
    cascade: cascade.value,
    gracePeriod: flags.whole('grace-period'),
    visited: (object) => void visitedUids.add(metadataText(object, 'uid')),
  };
  return applyAll(applying, flags, { set, validation: validation.value, serverSide, visitedUids, resources });
}

interface ApplyWork {
  readonly set: ApplySet | undefined;
  readonly validation: Validation;
  readonly serverSide: boolean;
  readonly visitedUids: ReadonlySet<string>;
  readonly resources: PrunedResources;
}

function applyAll(applying: Applying, flags: Flags, work: ApplyWork): Failure | undefined {
  const { session, dryRun } = applying;
  const { set } = work;
  const selected = select(session, flags, { validated: work.validation });
  const { infos: read, failed } = selected.kind === 'failure' ? { infos: [], failed: selected } : collect(selected);
  const labelled = set === undefined ? read : labelMembers(set, read);
  const infos = 'kind' in labelled ? [] : labelled;
  const unread = 'kind' in labelled ? labelled : failed;
  if (infos.length === 0 && unread === undefined) return fail('no objects passed to apply');
  if (set !== undefined) {
    const refused = beforeApply(session, set, infos, dryRun, work.validation);
    if (refused !== undefined) return refused;
  }
  const failures: Failure[] = unread === undefined ? [] : [unread];
  const namespaces = new Set<string>(session.enforceNamespace ? [session.namespace] : []);
  const objects: ValueMap[] = [];
  for (const info of infos) {
    if (info.version.resource.namespaced) namespaces.add(info.namespace);
    const applied = applyOne(applying, flags, info, work.serverSide);
    if ('kind' in applied) failures.push(applied);
    else objects.push(applied.object);
  }
  if (failures.length > 0) return together(failures);
  const printer = printerOf(session, flags, dryRun);
  if ('kind' in printer) return printer;
  const unprinted = printsObject(flags) ? printAll(printer, objects) : undefined;
  if (unprinted !== undefined) return unprinted;
  if (!flags.truth('prune')) return undefined;
  // A new printer for each pruned object keeps separators out of the output.
  const alone: Printer = {
    print(object, operation) {
      const fresh = printerOf(session, flags, dryRun);
      return 'kind' in fresh ? fresh : fresh.print(object, operation);
    },
  };
  if (set !== undefined) return pruneApplySet(applying, set, alone, work.visitedUids, work.validation);
  return pruneUnvisited(applying, work.resources, alone, {
    namespaces: [...namespaces],
    selector: flags.text('selector'),
    visitedUids: work.visitedUids,
  });
}

function applyOne(applying: Applying, flags: Flags, info: LoadedInfo, serverSide: boolean): LoadedInfo | Failure {
  const generateName = metadataText(info.object, 'generateName');
  if (info.name === '' && generateName !== '') return fail(`from ${generateName}: cannot use generate name with apply`);
  const applied = serverSide
    ? applyServerSide(applying, info, flags.text('subresource'))
    : applyClientSide(applying, info);
  if (applied.kind === 'failure') return applied;
  if (printsObject(flags)) return applied.info;
  const printer = printerOf(applying.session, flags, applying.dryRun);
  if ('kind' in printer) return printer;
  return printer.print(applied.info.object, applied.operation) ?? applied.info;
}

function printAll(printer: Printer, objects: readonly ValueMap[]): Failure | undefined {
  const [only, ...more] = objects;
  if (only === undefined) return undefined;
  return printer.print(more.length === 0 ? only : listOf(objects, new Map()), '');
}

/** Returns the first contradiction among the flags. Upstream: apply.go Validate. */
function contradictionIn(
  session: Session,
  flags: Flags,
  dryRun: DryRun,
  set: ApplySet | undefined,
): Failure | undefined {
  const [serverSide, force, prune, all] = ['server-side', 'force', 'prune', 'all'].map((name) => flags.truth(name));
  const selector = flags.text('selector');
  if (flags.truth('force-conflicts') && !serverSide) return fail('--force-conflicts only works with --server-side');
  if (dryRun === 'client' && serverSide) {
    return fail("--dry-run=client doesn't work with --server-side (did you mean --dry-run=server instead?)");
  }
  if (serverSide && force) return fail('--force cannot be used with --server-side');
  if (dryRun === 'server' && force) return fail('--dry-run=server cannot be used with --force');
  if (all && selector !== '') return fail('cannot set --all and --selector at the same time');
  if (set !== undefined) {
    if (!prune) return fail('--applyset requires --prune');
    const refused = applySetFailure(session, set);
    if (refused !== undefined) return refused;
  }
  if (prune && force) return fail('--force cannot be used with --prune');
  if (prune && set !== undefined) {
    if (all) return fail('--all is incompatible with --applyset');
    if (selector !== '') return fail('--selector is incompatible with --applyset');
    if (flags.list('prune-allowlist').length > 0) return fail('--prune-allowlist is incompatible with --applyset');
  } else if (prune) {
    if (!all && selector === '') {
      return fail(
        'all resources selected for prune without explicitly passing --all. To prune all resources, pass the --all flag. If you did not mean to prune all resources, specify a label selector',
      );
    }
    if (serverSide) {
      return fail("--prune is in alpha and doesn't currently work on objects created by server-side apply");
    }
  }
  if (flags.text('subresource') !== '' && !serverSide) {
    return fail('--subresource can only be specified for --server-side');
  }
  return undefined;
}
