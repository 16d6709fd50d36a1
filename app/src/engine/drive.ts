import type { AnnotatedText, Answer, Playback, Question, QuestionKind, Scenario } from '@managed-fields/scenario';
import { storedView } from '../store/examples.ts';
import { usePreferences } from '../store/preferences.ts';
import { edit, type ScenarioState, useScenario } from '../store/scenario-store.ts';
import { engineClient } from './client.ts';
import { usePlayback } from './playback-store.ts';
import { browserTimeouts, openInPage, openWorker } from './ports.ts';
import type { AskReply, AskRequest, PlayRequest } from './protocol.ts';
import { whenIdle } from './when-idle.ts';

/** Who waits for the answer to a question, by its number. */
const pending = new Map<number, (reply: AskReply) => void>();
let lastQuestion = 0;

/** Questions that wait for the first whole answer, since the first view has no need of them; undefined after it. */
let early: Map<number, AskRequest> | undefined = new Map();

let answered = () => {};

/** The first whole answer is here, or will not come. */
function answerEarly(): void {
  const requests = early;
  early = undefined;
  for (const request of requests?.values() ?? []) client.send(request);
  answered();
}

/** Resolves when the engine has answered for the first time, all checks included, or was ended because it did not. */
export const firstAnswer = new Promise<void>((done) => {
  answered = done;
});

const client = engineClient(
  openWorker,
  openInPage,
  {
    onReply: (reply) => {
      switch (reply.kind) {
        case 'played': {
          const { playback, beside, revision, checked } = reply;
          show(playback, beside, revision, checked);
          if (checked) answerEarly();
          else whenIdle(askAgain);
          return;
        }
        case 'broke':
          usePlayback.setState({ health: reply.missing ? 'missing' : 'broke', fault: reply.message });
          answerEarly();
          return;
        case 'answered':
        case 'unanswered':
          pending.get(reply.number)?.(reply);
          pending.delete(reply.number);
      }
    },
    onHung: (request) => {
      if (request.kind === 'play') {
        usePlayback.setState({ health: 'hung' });
        return answerEarly();
      }
      const { number } = request;
      pending.get(number)?.({ kind: 'unanswered', number, message: 'no answer in time' });
      pending.delete(number);
    },
    onFallback: () => usePlayback.setState({ place: 'page' }),
  },
  browserTimeouts,
);

/** The playback on screen that the engine has not confirmed yet. */
let stored: Playback | undefined;

function show(playback: Playback, beside: AnnotatedText | undefined, revision: number, checked: boolean): void {
  const { revision: newest, opened } = useScenario.getState();
  usePlayback.setState((before) => {
    // What lay beside an example is what the engine says of it: nothing is drawn anew when the engine confirms it.
    const confirmed = before.playback === stored && JSON.stringify(stored) === JSON.stringify(playback);
    const kept = confirmed ? before.playback : playback;
    const { view } = kept;
    return {
      playback: kept,
      beside,
      revision,
      good:
        view?.result === undefined || view.stale ? before.good : { opened, stepId: view.stepId, result: view.result },
      health: checked && revision === newest ? 'ready' : 'working',
      fault: undefined,
    };
  });
}

/**
 * Asks the engine for what is on screen, now and whenever the scenario, the selection or the panes change. What is
 * known already, because it was stored beside an example, is shown at once and asked for when there is time.
 */
export function driveEngine(): void {
  let asked: Omit<PlayRequest, 'revision'> | undefined;
  let cancel: (() => void) | undefined;
  const ask = () => {
    // Nothing was opened yet: an example is on its way.
    if (useScenario.getState().opened === 0) return;
    const request = playRequest(useScenario.getState(), usePreferences.getState().beside);
    if (
      asked?.scenario === request.scenario &&
      asked.selected === request.selected &&
      asked.beside === request.beside
    ) {
      return;
    }
    asked = request;
    cancel?.();
    cancel = undefined;
    stored = storedView(request.scenario, request.selected);
    if (stored !== undefined) {
      show(stored, undefined, request.revision, true);
      if (request.beside === undefined) {
        cancel = whenIdle(() => client.send(request));
        return;
      }
    }
    const nothingShown = usePlayback.getState().revision === 0;
    usePlayback.setState({ health: 'working' });
    client.send(nothingShown ? { ...request, withoutChecks: true } : request);
  };
  useScenario.subscribe(ask);
  usePreferences.subscribe(ask);
  ask();
}

/** How a question ended. */
export type Ended<K extends QuestionKind> =
  | { readonly kind: 'answered'; readonly answer: Answer<K> }
  | { readonly kind: 'unanswered'; readonly message: string };

/** Asks a question about a scenario; the returned function takes it back. */
export function askEngine<K extends QuestionKind>(
  scenario: Scenario,
  question: Question & { readonly kind: K },
  onEnd: (ended: Ended<K>) => void,
): () => void {
  const number = ++lastQuestion;
  pending.set(number, (reply) => {
    // The wire does not know which question a number stands for; here it is known.
    onEnd(reply.kind === 'answered' ? { kind: 'answered', answer: reply.answer as Answer<K> } : reply);
  });
  const request: AskRequest = { kind: 'ask', number, scenario, question };
  if (early === undefined) client.send(request);
  else early.set(number, request);
  return () => {
    pending.delete(number);
    early?.delete(number);
    client.forget(number);
  };
}

/** The kinds of question whose answer is a changed scenario. */
export type ChangeKind = { [K in QuestionKind]: Answer<K> extends Scenario ? K : never }[QuestionKind];

/**
 * Asks for a changed scenario and puts it on screen, with another step selected where one is named; somebody who typed
 * on meanwhile keeps what was typed.
 */
export function changeByEngine(
  question: Question & { readonly kind: ChangeKind },
  { select }: { readonly select?: string } = {},
): void {
  const { scenario, revision } = useScenario.getState();
  askEngine<ChangeKind>(scenario, question, (ended) => {
    if (ended.kind === 'answered' && revision === useScenario.getState().revision) {
      edit(() => ended.answer, select === undefined ? {} : { select });
    }
  });
}

/** Asks once more, after a hang or a fault. */
export function askAgain(): void {
  usePlayback.setState({ health: 'working' });
  client.send(playRequest(useScenario.getState(), usePreferences.getState().beside));
}

/** The pasted live object that would stand beside the selected step: the nearest one before it. */
export function besideOf(scenario: Scenario, selected: string | undefined): string | undefined {
  const at = scenario.steps.findIndex(({ id }) => id === selected);
  const step = scenario.steps[at];
  if (step === undefined || step.kind === 'live') return undefined;
  return scenario.steps.slice(0, at).findLast(({ kind, off }) => kind === 'live' && off !== true)?.id;
}

function playRequest({ scenario, selected, revision }: ScenarioState, beside: boolean): PlayRequest {
  return { kind: 'play', revision, scenario, selected, beside: beside ? besideOf(scenario, selected) : undefined };
}
