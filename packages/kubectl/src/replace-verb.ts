import { metadataText, type ValueMap, withMetadata } from '@managed-fields/merge-engine';
import { create, deleteOptions, type Fetched, get, remove, replace, type WriteOptions } from './client.ts';
import { deletedText, untilGone } from './delete.ts';
import { addSource, type Failure, fail, hasReason } from './failure.ts';
import type { Flags } from './flags.ts';
import type { Info } from './info.ts';
import { remembering } from './last-applied.ts';
import { cascadeOf, dryRunOf, rawProblem, requireFiles, validationOf } from './options.ts';
import { part } from './parts.ts';
import { printerOf } from './print.ts';
import type { Printer } from './printing/printer.ts';
import { type Selected, select, visitEach } from './selection.ts';
import type { Session } from './session.ts';

/** `kubectl replace`. Upstream: k8s.io/kubectl pkg/cmd/replace/replace.go. */
export function runReplace(session: Session, flags: Flags): Failure | undefined {
  const validation = validationOf(flags);
  if (validation.kind === 'failure') return validation;
  const dryRun = dryRunOf(session, flags);
  if (dryRun.kind === 'failure') return dryRun;
  const printer = printerOf(session, flags, dryRun.value);
  if ('kind' in printer) return printer;
  const cascade = cascadeOf(session, flags);
  if (cascade.kind === 'failure') return cascade;
  const missing = requireFiles(flags);
  if (missing !== undefined) return missing;
  const force = flags.truth('force');
  if (flags.whole('grace-period') >= 0n && !force) return fail('--grace-period must have --force specified');
  if (flags.changed('timeout') && !force) return fail('--timeout must have --force specified');
  if (force && dryRun.value !== 'none') return fail('--dry-run can not be used when --force is set');
  if (flags.text('raw') !== '') return rawProblem(flags) ?? part('rare').runRaw('PUT')(session, flags);
  const selected = select(session, flags, { validated: force ? 'Ignore' : validation.value });
  if (selected.kind === 'failure') return selected;
  const options: WriteOptions = {
    fieldManager: flags.text('field-manager'),
    fieldValidation: validation.value,
    dryRun: dryRun.value === 'server',
    subresource: flags.text('subresource'),
  };
  if (force) return replaceByForce(session, flags, selected, options, printer, cascade.value);
  return visitEach(selected, (info) => {
    const object = remembering(info.object ?? new Map(), flags.truth('save-config'));
    if (dryRun.value === 'client') {
      return printer.print(object, 'replaced');
    }
    const replaced = overwrite(session, info, object, options);
    if (replaced.kind === 'failure') return addSource('replacing', info.source, replaced);
    return printer.print(replaced.object, 'replaced');
  });
}

/**
 * Replaces an object. One without a resourceVersion gets that of the stored object.
 * Upstream: k8s.io/cli-runtime pkg/resource/helper.go Replace.
 */
function overwrite(session: Session, info: Info, object: ValueMap, options: WriteOptions): Fetched {
  if (metadataText(object, 'resourceVersion') !== '') return replace(session, info, object, options);
  const live = get(session, info, options.subresource);
  if (live.kind === 'failure') return replace(session, info, object, options);
  const resourceVersion = metadataText(live.object, 'resourceVersion');
  return replace(session, info, withMetadata(object, 'resourceVersion', resourceVersion), options);
}

/** Upstream: replace.go forceReplace. */
function replaceByForce(
  session: Session,
  flags: Flags,
  selected: Selected,
  options: WriteOptions,
  printer: Printer,
  cascade: string,
): Failure | undefined {
  const period = flags.whole('grace-period');
  const gracePeriod = period === 0n ? 1n : period;
  const body = deleteOptions({ cascade, gracePeriod });
  const deleted: Info[] = [];
  const kept = visitEach(
    selected,
    (info) => {
      deleted.push(info);
      const gone = remove(session, info, body);
      if (gone.kind === 'failure') return addSource('deleting', info.source, gone);
      session.out(deletedText(session, info, { output: flags.text('output'), gracePeriod, dryRun: 'none' }));
      return undefined;
    },
    'NotFound',
  );
  if (kept !== undefined) return kept;
  // So that nothing is lost, kubectl looks whether all is gone before it looks again for each.
  const waited = period === 0n ? untilGone(session, flags, deleted) : undefined;
  if (waited !== undefined) return waited;
  const left = visitEach(selected, (info) => {
    const live = get(session, info);
    if (live.kind === 'object') return fail('context deadline exceeded');
    return hasReason(live, 'NotFound') ? undefined : live;
  });
  if (left !== undefined) return left;
  let count = 0;
  const failed = visitEach(selected, (info) => {
    const object = remembering(info.object ?? new Map(), flags.truth('save-config'));
    const created = create(session, info, object, options);
    if (created.kind === 'failure') return created;
    count++;
    return printer.print(created.object, 'replaced');
  });
  return failed ?? (count === 0 ? fail('no objects passed to replace') : undefined);
}
