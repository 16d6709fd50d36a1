import {
  newsOf,
  rangeScenario,
  rowScenario,
  rowStep,
  startSession,
  tell,
  type WatchSession,
} from '@managed-fields/live-cluster';
import { answerQuestion } from '@managed-fields/player';
import type { FollowAnswers, FollowQuestion, Perform } from '../../../core/engine/protocol.ts';

// Code that only a watch needs. It is fetched with the first object that is followed.

type Catalog = Parameters<typeof startSession>[1];

/** The object that is followed here, with all of its versions that are kept. */
let current: { readonly session: WatchSession; readonly catalog: Catalog } | undefined;

/** Ends when all that was asked before is answered: what happens to an object is taken in its order. */
let before: Promise<unknown> = Promise.resolve();

/** Answers what is asked about the object that is followed. */
export const perform: Perform<'follow'> = (asked, { catalogOf, computed }) => {
  const answer = before.then(async () => {
    const catalog = asked.kind === 'start' ? await catalogOf(asked.kubernetes) : undefined;
    return computed(() => followed(asked, catalog));
  });
  before = answer.catch(() => undefined);
  return answer;
};

/** Answers what is asked about the object that is followed; `start` begins with another one and needs a catalog. */
function followed(asked: FollowQuestion, catalog?: Catalog): FollowAnswers[FollowQuestion['kind']] {
  if (asked.kind === 'start') {
    if (catalog === undefined) throw new Error('no kinds to begin with');
    current = { session: startSession(asked, catalog), catalog };
    return newsOf(current.session);
  }
  if (current === undefined) throw new Error('no object is followed');
  const { session } = current;
  switch (asked.kind) {
    case 'told': {
      const after = tell(session, asked.happening);
      current = { ...current, session: after };
      return newsOf(after, session);
    }
    case 'changes': {
      const scenario = rowScenario(session, asked.row);
      const stepId = scenario?.steps.at(-1)?.id;
      if (scenario === undefined || stepId === undefined) return undefined;
      return answerQuestion(scenario, { kind: 'changes', stepId }, { catalog: current.catalog });
    }
    case 'step':
      return rowStep(session, asked.row);
    case 'scenario':
      return rangeScenario(session, asked.range, asked.title);
  }
}
