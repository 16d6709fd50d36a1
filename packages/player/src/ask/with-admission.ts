import { catalogOf, differenceOf, type RequestTrace, serve } from '@managed-fields/api-server';
import { formatJson, mapFromJson } from '@managed-fields/merge-engine';
import type { Scenario } from '@managed-fields/scenario';
import type { AdmittedBy } from '../playback.ts';
import { withObjects } from '../run/object-server.ts';
import { timeText } from '../run/play-state.ts';
import { playScenario, type RunOptions } from '../run/run.ts';
import { type DryRunForm, predictDryRun } from './dry-run.ts';
import { writesOf } from './step-dry-runs.ts';

/** What a dry run answers where admission is asked as on a cluster as installed. Plain data that a worker can post. */
export interface AdmittedDryRun {
  readonly code: number;
  readonly body: string;
  readonly warnings: readonly string[];
  /** What admission changed, in order: who did, and the fields as messages print them. */
  readonly changes: readonly (AdmittedBy & { readonly paths: readonly string[] })[];
  /** The plugin that refused the request; undefined where none did. */
  readonly refusedBy: string | undefined;
  /** The mutating webhooks that a server calls for the request, and of which nobody says what they do. */
  readonly webhooks: readonly string[];
}

/** A request of a step as a dry run, and objects of a cluster that say what admission does, as JSON. */
export interface AdmissionAsked {
  readonly stepId: string;
  readonly request: DryRunForm;
  readonly around: readonly string[];
}

/**
 * Plays the dry run of a request of a step with all plugins that a cluster as installed has, and with more objects than the
 * scenario has. Undefined where the scenario has no such request.
 */
export function dryRunWithAdmission(
  scenario: Scenario,
  { stepId, request, around }: AdmissionAsked,
  { catalog }: RunOptions,
): AdmittedDryRun | undefined {
  const current = playScenario(scenario, catalog).find(({ step }) => step.id === stepId);
  if (current === undefined) return undefined;
  const now = timeText(current.before.seconds + 1);
  const wanted = JSON.stringify(request);
  let { cluster } = current.before;
  for (const sent of writesOf(current)) {
    const predicted = predictDryRun(cluster, sent, now);
    if (JSON.stringify(predicted?.request) === wanted) {
      const admission = { plugins: 'installed', controllers: true } as const;
      const objects = around.flatMap((text) => mapFromJson(text) ?? []);
      const state = withObjects({ ...current.before, cluster: { ...cluster, admission } }, objects);
      const { response, trace } = serve(state.cluster, { ...sent, query: new Map(request.query) }, now);
      const { code, body, warnings } = response;
      const changes = trace === undefined ? [] : changesIn(trace, catalogOf(state.cluster));
      return {
        code,
        body: formatJson(body),
        warnings,
        changes,
        refusedBy: trace?.refusedBy,
        webhooks: unsaidIn(trace),
      };
    }
    cluster = serve(cluster, sent, timeText(current.before.seconds)).cluster;
  }
  return undefined;
}

function unsaidIn(trace: RequestTrace | undefined): readonly string[] {
  return (trace?.webhooks ?? []).flatMap(({ type, name, isSaid }) => (type === 'mutating' && !isSaid ? [name] : []));
}

function changesIn({ admission, apiVersion, kind }: RequestTrace, catalog: RunOptions['catalog']) {
  const version = catalog.findKind(apiVersion, kind);
  return admission.map(({ plugin, by, before, after }) => ({
    plugin,
    ...(by === undefined ? {} : { by }),
    paths: version === undefined ? [] : differenceOf(before, after, version).values.map(({ text }) => text),
  }));
}
