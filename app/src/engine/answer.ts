import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { annotateLive, resolveConflict, run } from '@managed-fields/scenario';
import type { EngineReply, EngineRequest } from './protocol.ts';

/** What Kubernetes knows of its own kinds, fetched once; after a failure the next request tries again. */
let kinds: ReturnType<typeof loadKubernetesTypes> | undefined;

/** Answers one request; the same in the worker and in the page. Never rejects: a bug of ours becomes `broke`. */
export async function answer(request: EngineRequest): Promise<EngineReply> {
  const { revision, scenario } = request;
  try {
    kinds ??= loadKubernetesTypes();
    const catalog = await kinds;
    switch (request.kind) {
      case 'play': {
        const { selected, beside } = request;
        return {
          kind: 'played',
          revision,
          playback: run(scenario, { catalog, selected }),
          beside: beside === undefined ? undefined : annotateLive(scenario, beside, { catalog }),
        };
      }
      case 'resolve': {
        const { stepId, way } = request;
        return { kind: 'resolved', revision, scenario: resolveConflict(scenario, stepId, way, { catalog }) };
      }
    }
  } catch (error) {
    kinds = undefined;
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { kind: 'broke', revision, message };
  }
}
