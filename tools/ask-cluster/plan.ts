import {
  type AdmissionSettings,
  type Cluster,
  catalogOf,
  emptyCluster,
  putCrd,
  serve,
  type TypeCatalog,
} from '@managed-fields/api-server/whole';
import { formatJson, mapAt, mapFromPlain, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import {
  answerQuestion,
  type NeededSteps,
  type PredictedDryRun,
  predictDryRun,
  run,
} from '@managed-fields/player/whole';
import type { Scenario } from '@managed-fields/scenario';
import { readDocuments } from '@managed-fields/source';
import type { Example } from '../../conformance/gallery/examples.ts';
import { traceOf } from '../../conformance/gallery/trace-of.ts';
import { requestOf, timeOf } from '../../conformance/replay/request.ts';
import type { Planned } from '../record/random/scenario.ts';
import type { WireRequest } from '../record/server.ts';

/** A scenario to be asked step by step: its name, and the trace by which a server is cleared of it. */
export interface Plan {
  readonly name: string;
  readonly trace: ValueMap;
  /** Whether paths and texts are those of the namespace `default`, so that they are moved to one of its own. */
  readonly inDefault: boolean;
  /** Its parts in order; each is told the code with which the server really answered the one before. */
  parts(): Generator<Part, void, number>;
  /** Its definitions and objects without a namespace, which another scenario may have too. */
  readonly shared: readonly string[];
}

/** A definition to install, or a request to ask and then to play. */
export type Part =
  | { readonly kind: 'crd'; readonly step: number; readonly crd: ValueMap }
  | {
      readonly kind: 'request';
      readonly step: number;
      readonly sent: WireRequest;
      /** Undefined for a delete and a read, which are only played. */
      readonly predicted: (PredictedDryRun & { readonly needs: NeededSteps }) | undefined;
      /** The kinds of the engine's cluster at this request. */
      readonly catalog: TypeCatalog;
    };

const none: NeededSteps = { object: undefined, definition: undefined, namespace: undefined };

/** An example of the gallery, predicted by the question that the page asks. */
export function planOfExample(example: Example, scenario: Scenario, catalog: TypeCatalog): Plan {
  const parts = scenario.steps.flatMap((step, index): Part[] => {
    const crd = step.kind === 'crd' ? readDocuments(step.text)[0]?.value : undefined;
    if (crd instanceof Map) return [{ kind: 'crd', step: index, crd }];
    const asked = answerQuestion(scenario, { kind: 'dry-runs', stepId: step.id }, { catalog });
    const { view } = run(scenario, { catalog, selected: step.id });
    const sent = view?.sent?.requests.map(({ request }) => request) ?? (view?.request ? [view.request] : []);
    const writes = sent.filter(({ method }) => method !== 'GET');
    const predictions = asked?.kind === 'requests' ? asked.requests : [];
    if (asked?.kind === 'requests' && predictions.length !== writes.length) throw new Error(`${example.name} ${index}`);
    return writes.map(({ method, path, query, contentType, userAgent, body }, place): Part => {
      const predicted = predictions[place];
      // A page shows the options of a delete as YAML; they travel as JSON.
      const text =
        predicted?.kind === 'dry-run'
          ? predicted.request.body
          : method === 'DELETE' && body !== undefined
            ? asJson(body)
            : body;
      return {
        kind: 'request',
        step: index,
        sent: {
          method,
          path,
          query: Object.fromEntries(query),
          headers: {
            ...(contentType === undefined ? {} : { 'Content-Type': contentType }),
            ...(userAgent === undefined ? {} : { 'User-Agent': userAgent }),
          },
          ...(text === undefined ? {} : { body: text }),
        },
        predicted: predicted?.kind === 'dry-run' ? predicted : undefined,
        catalog,
      };
    });
  });
  return {
    name: example.name,
    trace: traceOf({ ...example, scenario }, catalog),
    inDefault: true,
    shared: parts.flatMap(sharedIn),
    parts: () => partsOf(parts),
  };
}

function* partsOf(parts: readonly Part[]): Generator<Part, void, number> {
  yield* parts;
}

function sharedIn(part: Part): readonly string[] {
  if (part.kind === 'crd') return [stringAt(mapAt(part.crd, 'metadata'), 'name') ?? ''];
  const { path } = part.sent;
  return path.includes('/namespaces/') ? [] : [path.split('/').at(-1) ?? ''];
}

/**
 * A random scenario, predicted by what that question asks of the engine. What the server refuses for good is not kept
 * here either, so that the next prediction begins with what the server has.
 */
export function planOfRandom(planned: Planned, catalog: TypeCatalog, admission?: AdmissionSettings): Plan {
  return {
    name: planned.name,
    trace: mapFromPlain(planned),
    inDefault: false,
    shared: [],
    parts: () => randomParts(planned, catalog, admission),
  };
}

function* randomParts(
  planned: Planned,
  catalog: TypeCatalog,
  admission: AdmissionSettings | undefined,
): Generator<Part, void, number> {
  let cluster: Cluster = emptyCluster(catalog, { admission });
  for (const [index, step] of planned.steps.entries()) {
    const now = timeOf(index);
    if ('crd' in step) {
      const crd = mapFromPlain(step.crd);
      const put = putCrd(cluster, crd, now);
      if (put.kind !== 'put') throw new Error(`${planned.name}: ${put.problems.join()}`);
      cluster = put.cluster;
      yield { kind: 'crd', step: index, crd };
      continue;
    }
    const { method, path, query, headers, body } = step.request;
    const request = {
      method,
      path,
      query: new Map(Object.entries(query)),
      contentType: headers['Content-Type'],
      userAgent: headers['User-Agent'],
      body,
    };
    const exchange = { request, response: { code: 0, body: null, warnings: [] }, byChance: false };
    const sent = { ...requestOf(exchange), bodyText: body ?? '' };
    const predicted = predictDryRun(cluster, sent, now);
    const code = yield {
      kind: 'request',
      step: index,
      sent: step.request,
      predicted: predicted && { ...predicted, needs: none },
      catalog: catalogOf(cluster),
    };
    if (code < 400) cluster = serve(cluster, sent, now).cluster;
  }
}

function asJson(text: string): string {
  const value = readDocuments(text)[0]?.value;
  return value === undefined ? text : formatJson(value);
}
