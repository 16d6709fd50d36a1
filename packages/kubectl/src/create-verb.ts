import { create } from './client.ts';
import { addSource, type Failure, fail, unplayedFlag } from './failure.ts';
import type { Flags } from './flags.ts';
import { remembering } from './last-applied.ts';
import { dryRunOf, rawProblem, requireFiles, usageFailure, validationOf } from './options.ts';
import { part } from './parts.ts';
import { printerOf } from './print.ts';
import { select, visitEach } from './selection.ts';
import type { Session } from './session.ts';

/** `kubectl create -f`. Upstream: k8s.io/kubectl pkg/cmd/create/create.go. */
export function runCreate(session: Session, flags: Flags): Failure | undefined {
  if (flags.args.length > 0) return usageFailure('kubectl create', `Unexpected args: [${flags.args.join(' ')}]`);
  const dryRun = dryRunOf(session, flags);
  if (dryRun.kind === 'failure') return dryRun;
  const validation = validationOf(flags);
  if (validation.kind === 'failure') return validation;
  const printer = printerOf(session, flags, dryRun.value);
  if ('kind' in printer) return printer;
  const missing = requireFiles(flags);
  if (missing !== undefined) return missing;
  if (flags.text('raw') !== '' && flags.truth('edit')) return fail('--raw and --edit are mutually exclusive');
  if (flags.text('raw') !== '') return rawProblem(flags) ?? part('rare').runRaw('POST')(session, flags);
  if (flags.truth('edit')) return unplayedFlag('edit');
  const selected = select(session, flags, { validated: validation.value });
  if (selected.kind === 'failure') return selected;
  const options = {
    fieldManager: flags.text('field-manager'),
    fieldValidation: validation.value,
    dryRun: dryRun.value === 'server',
  };
  let count = 0;
  const failed = visitEach(selected, (info) => {
    let object = remembering(info.object ?? new Map(), flags.truth('save-config'));
    if (dryRun.value !== 'client') {
      const created = create(session, info, object, options);
      if (created.kind === 'failure') return addSource('creating', info.source, created);
      object = created.object;
    }
    count++;
    return printer.print(object, 'created');
  });
  return failed ?? (count === 0 ? fail('no objects passed to create') : undefined);
}
