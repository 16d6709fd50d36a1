import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { withParts } from '@managed-fields/merge-engine';
import { annotateLive, run } from '@managed-fields/scenario';
import type { EngineReply, EngineRequest } from './protocol.ts';

/** What Kubernetes knows of its own kinds, fetched once; after a failure the next request tries again. */
let kinds: ReturnType<typeof loadKubernetesTypes> | undefined;

/** Answers one request; the same in the worker and in the page. Never rejects: a bug of ours is told in the reply. */
export async function answer(request: EngineRequest): Promise<EngineReply> {
  try {
    kinds ??= loadKubernetesTypes();
    return await reply(request, await kinds);
  } catch (error) {
    kinds = undefined;
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return request.kind === 'play'
      ? { kind: 'broke', revision: request.revision, message }
      : { kind: 'unanswered', number: request.number, message };
  }
}

async function reply(
  request: EngineRequest,
  catalog: Awaited<ReturnType<typeof loadKubernetesTypes>>,
): Promise<EngineReply> {
  const { scenario } = request;
  if (request.kind === 'ask') {
    const { number, question } = request;
    const { answerQuestion } = await import('./questions.ts');
    return { kind: 'answered', number, answer: await withParts(() => answerQuestion(scenario, question, { catalog })) };
  }
  const { revision, selected, beside } = request;
  return withParts(() => ({
    kind: 'played',
    revision,
    playback: run(scenario, { catalog, selected }),
    beside: beside === undefined ? undefined : annotateLive(scenario, beside, { catalog }),
  }));
}
