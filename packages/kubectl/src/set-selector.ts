import {
  mapAt,
  mapFromPlain,
  twoWayStrategicPatch,
  withEntry,
  withMetadata,
  withoutEntry,
} from '@managed-fields/merge-engine';
import { patch } from './client.ts';
import { type Failure, fail, together } from './failure.ts';
import type { Flags } from './flags.ts';
import type { LoadedInfo } from './info.ts';
import { dryRunOf } from './options.ts';
import { type DryRun, printerOf } from './print.ts';
import type { Printer } from './printing/printer.ts';
import { collectTyped, select } from './selection.ts';
import type { Session } from './session.ts';
import { localResourceError } from './set-image.ts';
import { type LabelSelector, labelSelectorOf } from './written-lists.ts';

/** `kubectl set selector`. Upstream: k8s.io/kubectl pkg/cmd/set/set_selector.go. */
export function runSetSelector(session: Session, flags: Flags): Failure | undefined {
  const dryRun = dryRunOf(session, flags);
  if (dryRun.kind === 'failure') return dryRun;
  const written = flags.args.at(-1);
  const selector = written === undefined ? undefined : labelSelectorOf(written, session.catalog);
  if (selector !== undefined && 'kind' in selector) return selector;
  const printer = printerOf(session, flags, dryRun.value, true);
  if ('kind' in printer) return printer;
  if (selector === undefined) return fail('one selector is required');
  const local = flags.truth('local');
  const args = flags.args.slice(0, -1);
  if (local && args.length > 0) return fail(localResourceError);
  const selected = select(session, flags, { args, allowAll: flags.truth('all'), latest: !local, local });
  if (selected.kind === 'failure') return selected;
  const { infos, failed } = collectTyped(session, selected, local);
  const failures = infos.flatMap((info) => selectOne(session, flags, info, selector, dryRun.value, printer) ?? []);
  return together(failed === undefined ? failures : [failed, ...failures]);
}

function selectOne(
  session: Session,
  flags: Flags,
  info: LoadedInfo,
  { fields }: LabelSelector,
  dryRun: DryRun,
  printer: Printer,
): Failure | undefined {
  const { resource, patchType } = info.version;
  if (resource.kind !== 'Service' || resource.group !== '' || patchType === undefined) {
    return fail('setting a selector is only supported for Services');
  }
  const expressions = fields.matchExpressions ?? [];
  if (expressions.length > 0) {
    return fail(`match expression [${expressions.map(goText).join(' ')}] not supported on this object`);
  }
  const resourceVersion = flags.text('resource-version');
  const before = resourceVersion === '' ? info.object : withMetadata(info.object, 'resourceVersion', undefined);
  const spec = withoutEntry(mapAt(before, 'spec') ?? new Map(), 'selector');
  const { matchLabels } = fields;
  const selected = withEntry(
    before,
    'spec',
    matchLabels === undefined ? spec : withEntry(spec, 'selector', mapFromPlain({ ...matchLabels })),
  );
  const after = resourceVersion === '' ? selected : withMetadata(selected, 'resourceVersion', resourceVersion);
  const made = twoWayStrategicPatch(before, after, patchType);
  if (made.kind !== 'patch') return fail('message' in made ? made.message : '');
  if (flags.truth('local') || dryRun === 'client') {
    return printer.print(after, 'selector updated');
  }
  const got = patch(session, info, 'strategic', made.patch, {
    fieldManager: flags.text('field-manager'),
    dryRun: dryRun === 'server',
  });
  if (got.kind === 'failure') return got;
  return printer.print(got.object, 'selector updated');
}

/** An expression as Go's `%v` prints it. */
function goText(expression: object): string {
  const { key, operator, values } = expression as {
    readonly key: string;
    readonly operator: string;
    readonly values?: readonly string[];
  };
  return `{${key} ${operator} [${values?.join(' ') ?? ''}]}`;
}
