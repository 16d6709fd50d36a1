import {
  formatJson,
  lastAppliedAnnotation,
  parseJson,
  twoWayMergePatch,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { get, patch } from './client.ts';
import { addSource, type Failure, fail, hasReason } from './failure.ts';
import type { Flags } from './flags.ts';
import { infoText, type LoadedInfo } from './info.ts';
import { annotationsOf, encodeObject, originalOf, withTexts } from './last-applied.ts';
import { dryRunOf, usageFailure } from './options.ts';
import { printerOf } from './print.ts';
import { select, visitUntilFailure } from './selection.ts';
import type { Session } from './session.ts';

/**
 * Makes the patch that sets the last-applied annotation to a configuration, and the text of that annotation.
 * Upstream: k8s.io/kubectl pkg/cmd/util/editor/editoptions.go GetApplyPatch.
 */
export function rememberingPatch(configuration: ValueMap): { readonly patch: ValueMap; readonly text: string } {
  const text = encodeObject(configuration);
  const annotations = new Map(annotationsOf(configuration)).set(lastAppliedAnnotation, text);
  return { patch: twoWayMergePatch(configuration, withTexts(configuration, 'annotations', annotations)), text };
}

/** `kubectl apply set-last-applied`. Upstream: k8s.io/kubectl pkg/cmd/apply/apply_set_last_applied.go. */
export function runSetLastApplied(session: Session, flags: Flags): Failure | undefined {
  const dryRun = dryRunOf(session, flags);
  if (dryRun.kind === 'failure') return dryRun;
  const printer = printerOf(session, flags, dryRun.value);
  if ('kind' in printer) return printer;
  const selected = select(session, flags, {});
  if (selected.kind === 'failure') return selected;
  const changes: { readonly info: LoadedInfo; readonly patch: ValueMap }[] = [];
  const failed = visitUntilFailure(selected, (info) => {
    const { patch: made, text } = rememberingPatch(info.object ?? new Map());
    const live = get(session, info);
    if (live.kind === 'failure') {
      if (hasReason(live, 'NotFound')) return live;
      return addSource(
        `retrieving current configuration of:\n${infoText(info, session.host.release)}\nfrom server for:`,
        info.source,
        live,
      );
    }
    const original = originalOf(live.object);
    if (original === undefined && !flags.truth('create-annotation')) {
      return fail(
        `no last-applied-configuration annotation found on resource: ${info.name}, to create the annotation, run the command with --create-annotation`,
      );
    }
    if (original === text) session.out(`set-last-applied ${info.name}: no changes required.\n`);
    else changes.push({ info: { ...info, object: live.object }, patch: made });
    return undefined;
  });
  if (failed !== undefined) return failed;
  for (const change of changes) {
    const { info } = change;
    if (dryRun.value === 'client') {
      printer.print(info.object, 'configured');
      continue;
    }
    const got = patch(session, info, 'merge', change.patch, { dryRun: dryRun.value === 'server' });
    if (got.kind === 'failure') return got;
    printer.print(got.object, 'configured');
  }
  return undefined;
}

/** `kubectl apply view-last-applied`. Upstream: k8s.io/kubectl pkg/cmd/apply/apply_view_last_applied.go. */
export function runViewLastApplied(session: Session, flags: Flags): Failure | undefined {
  const named = session.enforceNamespace;
  const all = flags.truth('all');
  const bare = flags.args.length === 1 && !flags.args[0]?.includes('/');
  if (all && ((named && bare) || flags.text('selector') !== '')) {
    return fail("setting 'all' parameter but found a non empty selector. ");
  }
  // A type alone means all of its objects where the command line names a namespace.
  const selected = select(session, flags, { args: flags.args, allowAll: named || all, latest: true });
  if (selected.kind === 'failure') return selected;
  const texts: string[] = [];
  const failed = visitUntilFailure(selected, (info) => {
    const text = originalOf(info.object ?? new Map());
    if (text !== undefined) texts.push(text);
    else if (info.source !== '') {
      // Upstream formats a Go error that is nil.
      const missing = fail('<nil>');
      return addSource(
        `no last-applied-configuration annotation found on resource: ${info.name}\n`,
        info.source,
        missing,
      );
    }
    return undefined;
  });
  if (failed !== undefined) return failed;
  for (const text of texts) {
    const shown = viewOf(session, text, flags.text('output'));
    if (typeof shown !== 'string') return shown;
    session.out(shown);
  }
  return undefined;
}

function viewOf(session: Session, text: string, format: string): string | Failure {
  const parsed = parseJson(text);
  if (format === 'json') {
    if (parsed.kind === 'error') return fail(parsed.message);
    return `${formatJson(parsed.value, { indent: 2 })}${text.slice(text.trimEnd().length)}`;
  }
  if (format !== 'yaml') {
    const problem = `Unexpected -o output mode: ${format}, the flag 'output' must be one of yaml|json`;
    return usageFailure('kubectl apply view-last-applied', problem);
  }
  if (parsed.kind === 'value') return session.host.printYaml(parsed.value);
  const [document] = session.host.read(text);
  if (document?.kind === 'malformed') return fail(document.message.replace(/^error converting YAML to JSON: /, ''));
  return session.host.printYaml(document === undefined ? null : document.value);
}
