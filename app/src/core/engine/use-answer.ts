import { useEffect, useMemo, useState } from 'react';
import { useScenario } from '../store/scenario-store.ts';
import type { Answer, Question, QuestionKind } from './answer-question.ts';
import { useClusterKinds } from './cluster-kinds.ts';
import { askEngine } from './drive.ts';
import type { Ended } from './question-queue.ts';

/** The state of a question. While it is asked again after an edit, `asking` is true and the answer of before stays. */
export interface Asked<K extends QuestionKind> {
  readonly asking: boolean;
  /** The answer; undefined before the first one to this question. */
  readonly answer: Answer<K> | undefined;
  /** Why there is no answer: a bug of ours, or it took too long. */
  readonly failure: string | undefined;
}

/**
 * Asks the engine about the scenario on screen, and again whenever the scenario or the kinds of the cluster change. Asks
 * nothing where there is no question.
 */
export function useAnswer<K extends QuestionKind>(question: (Question & { readonly kind: K }) | undefined): Asked<K> {
  const scenario = useScenario((state) => state.scenario);
  const kindsKey = useClusterKinds((state) => state.provided?.key);
  const key = question === undefined ? undefined : JSON.stringify(question);
  const about = useMemo(() => ({ scenario, kindsKey }), [scenario, kindsKey]);
  const [got, setGot] = useState<{ readonly key: string; readonly about: unknown; readonly ended: Ended<K> }>();
  useEffect(() => {
    if (key === undefined) return;
    const asked: Question & { readonly kind: K } = JSON.parse(key);
    return askEngine<K>(about.scenario, asked, (ended) => setGot({ key, about, ended }));
  }, [about, key]);
  const ended = got !== undefined && got.key === key ? got.ended : undefined;
  return {
    asking: key !== undefined && (ended === undefined || got?.about !== about),
    answer: ended?.kind === 'answered' ? ended.answer : undefined,
    failure: ended?.kind === 'unanswered' ? ended.message : undefined,
  };
}

/**
 * Returns the answer about a step. While it is being asked again it returns the answer of before, so that nothing
 * flashes; undefined where that was about another step.
 */
export function useLastAnswer<A extends { readonly stepId: string }>(
  answer: A | undefined,
  stepId: string,
): A | undefined {
  const [last, setLast] = useState(answer);
  if (answer !== undefined && answer !== last) setLast(answer);
  const shown = answer ?? last;
  return shown?.stepId === stepId ? shown : undefined;
}

/** Returns a value, and while `keeping` the last one from before. */
export function useKeptWhile<T>(keeping: boolean, value: T): T {
  const [last, setLast] = useState<{ readonly value: T }>({ value });
  if (!keeping && value !== last.value) setLast({ value });
  return keeping ? last.value : value;
}
