import { mapAt, type Value, withEntry } from '@managed-fields/merge-engine';
import { patch } from './client.ts';
import { type Failure, fail } from './failure.ts';
import type { Flags } from './flags.ts';
import type { LoadedInfo } from './info.ts';
import { resourceText } from './mapping.ts';
import { dryRunOf, usageFailure } from './options.ts';
import { type DryRun, printerOf } from './print.ts';
import type { Printer } from './printing/printer.ts';
import { select, visitUntilFailure } from './selection.ts';
import type { Session } from './session.ts';

/** `kubectl cordon`. Upstream: k8s.io/kubectl pkg/cmd/drain/drain.go RunCordonOrUncordon. */
export function runCordon(session: Session, flags: Flags): Failure | undefined {
  return runMarking(session, flags, true);
}

/** `kubectl uncordon`. Upstream: as `runCordon`. */
export function runUncordon(session: Session, flags: Flags): Failure | undefined {
  return runMarking(session, flags, false);
}

function runMarking(session: Session, flags: Flags, desired: boolean): Failure | undefined {
  const verb = desired ? 'cordon' : 'uncordon';
  if (flags.args.length === 0 && !flags.changed('selector')) {
    return usageFailure(`kubectl ${verb}`, `USAGE: ${verb} NODE [flags]`);
  }
  if (flags.args.length > 0 && flags.text('selector') !== '') {
    return usageFailure(`kubectl ${verb}`, 'error: cannot specify both a node name and a --selector option');
  }
  const dryRun = dryRunOf(session, flags);
  if (dryRun.kind === 'failure') return dryRun;
  const printer = printerOf(session, flags, dryRun.value, true);
  if ('kind' in printer) return printer;
  const named = flags.args.map((name) => (name.includes('/') ? name : `nodes/${name}`));
  const selected = select(session, flags, { args: named.length === 0 ? ['nodes'] : named, oneType: true, limit: 500n });
  if (selected.kind === 'failure') return selected;
  const nodes: LoadedInfo[] = [];
  const failed = visitUntilFailure(selected, (info) => {
    if (info.version.resource.plural !== 'nodes' || info.object === undefined) {
      return fail(`error: expected resource of type node, got "${resourceText(info.version)}"`);
    }
    nodes.push({ ...info, object: info.object });
    return undefined;
  });
  if (failed !== undefined) return failed;
  for (const node of nodes) {
    const unprinted = markNode(session, node, verb, desired, dryRun.value, printer);
    if (unprinted !== undefined) return unprinted;
  }
  return undefined;
}

/** Marks a node; a failure is printed, and the command goes on. Upstream: pkg/drain/cordon.go PatchOrReplace. */
function markNode(
  session: Session,
  node: LoadedInfo,
  verb: string,
  desired: boolean,
  dryRun: DryRun,
  printer: Printer,
): Failure | undefined {
  const spec = mapAt(node.object, 'spec') ?? new Map<string, Value>();
  if ((spec.get('unschedulable') === true) === desired) {
    return printer.print(node.object, `already ${verb}ed`);
  }
  if (dryRun !== 'client') {
    const body = new Map([['spec', new Map([['unschedulable', desired ? true : null]])]]);
    const got = patch(session, node, 'strategic', body, { dryRun: dryRun === 'server' });
    if (got.kind === 'failure') {
      session.err(`error: unable to ${verb} node "${node.name}": ${got.message}\n`);
      return undefined;
    }
  }
  return printer.print(withEntry(node.object, 'spec', withEntry(spec, 'unschedulable', desired)), `${verb}ed`);
}
