import type { Conflict, MergeTrace, Value, ValueMap } from '@managed-fields/merge-engine';
import type { Cluster } from './cluster.ts';
import type { Endpoint } from './endpoint.ts';
import type { AdmissionStep, RequestTrace } from './request.ts';
import { scaleOf } from './scale.ts';
import { type Refusal, untyped } from './status.ts';
import { toRequested } from './storage.ts';
import type { Written } from './store.ts';

/** The answer to a request, without its warnings, with the state after the request and its trace. */
export interface Answer {
  readonly cluster: Cluster;
  readonly code: number;
  readonly body: Value;
  readonly trace?: RequestTrace;
}

/** Answers with a refusal; the state stays as it is. */
export function refuse(cluster: Cluster, refusal: Refusal, trace?: RequestTrace): Answer {
  const { code, body, plugin } = refusal;
  if (trace === undefined) return { cluster, code, body };
  return { cluster, code, body, trace: plugin === undefined ? trace : { ...trace, refusedBy: plugin } };
}

/** Prints an object for an answer: at the version of the request, or as its Scale. */
export function printed(
  endpoint: Endpoint,
  object: ValueMap,
): { readonly kind: 'printed'; readonly body: ValueMap } | Refusal {
  if (endpoint.subresource?.kind === 'scale') {
    const scale = scaleOf(endpoint, object);
    return scale.kind === 'scale' ? { kind: 'printed', body: scale.object } : scale;
  }
  const versioned = toRequested(endpoint.version, object);
  return versioned.kind === 'converted' ? { kind: 'printed', body: versioned.object } : untyped(versioned.message);
}

/** The facts about a request that go into its trace. */
export interface TraceFacts {
  readonly operation: RequestTrace['operation'];
  readonly manager: string;
  readonly force?: boolean;
  readonly config?: ValueMap | undefined;
  readonly merge?: MergeTrace | undefined;
  readonly admission?: readonly AdmissionStep[] | undefined;
  readonly conflicts?: readonly Conflict[];
}

/** Makes the trace of a request; `before` and `after` are at the version in memory. */
export function traceOf(
  endpoint: Endpoint,
  facts: TraceFacts,
  before: ValueMap | undefined,
  after: ValueMap | undefined,
): RequestTrace {
  return {
    operation: facts.operation,
    manager: facts.manager,
    force: facts.force ?? false,
    apiVersion: endpoint.version.apiVersion,
    kind: endpoint.version.resource.kind,
    subresource: endpoint.route.subresource,
    before: atRequested(endpoint, before),
    after: atRequested(endpoint, after),
    config: facts.config,
    merge: facts.merge,
    admission: (facts.admission ?? []).map((step) => stepAtRequested(endpoint, step)),
    conflicts: facts.conflicts ?? [],
  };
}

/** What admission changed at the version of the request; in a Scale it stays as it is. */
function stepAtRequested(endpoint: Endpoint, step: AdmissionStep): AdmissionStep {
  if (endpoint.subresource?.kind === 'scale') return step;
  const [before, after] = [atRequested(endpoint, step.before), atRequested(endpoint, step.after)];
  return { ...step, before: before ?? step.before, after: after ?? step.after };
}

function atRequested(endpoint: Endpoint, object: ValueMap | undefined): ValueMap | undefined {
  if (object === undefined) return undefined;
  const versioned = toRequested(endpoint.version, object);
  return versioned.kind === 'converted' ? versioned.object : undefined;
}

/** Answers a write that succeeded. */
export function answerWritten(endpoint: Endpoint, written: Written, facts: TraceFacts): Answer {
  const shown = printed(endpoint, written.object);
  if (shown.kind === 'refused') return refuse(written.cluster, shown);
  const trace = traceOf(endpoint, facts, written.before, written.gone ? undefined : written.object);
  return { cluster: written.cluster, code: written.created ? 201 : 200, body: shown.body, trace };
}
