import type { Scenario, WayOut } from '@managed-fields/scenario';
import { usePreferences } from '../store/preferences.ts';
import { edit, type ScenarioState, useScenario } from '../store/scenario-store.ts';
import { type EnginePort, engineClient, type OpenPort } from './client.ts';
import { usePlayback } from './playback-store.ts';
import type { PlayRequest, WorkerMessage } from './protocol.ts';

/** Milliseconds: how long an answer may take before the worker is ended, and how long its code may take to load. */
const patience = { answer: 10_000, start: 60_000 };

const client = engineClient(
  openWorker,
  openInPage,
  {
    onReply: (reply) => {
      switch (reply.kind) {
        case 'played': {
          const { playback, beside, revision } = reply;
          const { revision: newest, opened } = useScenario.getState();
          const { view } = playback;
          usePlayback.setState(({ good }) => ({
            playback,
            beside,
            revision,
            good:
              view?.result === undefined || view.stale ? good : { opened, stepId: view.stepId, result: view.result },
            health: revision === newest ? 'ready' : 'working',
            fault: undefined,
          }));
          return;
        }
        case 'resolved':
          // Somebody who typed on meanwhile keeps what was typed.
          if (reply.revision !== useScenario.getState().revision) return;
          edit(() => reply.scenario);
          if (reply.revision === useScenario.getState().revision) askAgain();
          return;
        case 'broke':
          usePlayback.setState({ health: 'broke', fault: reply.message });
      }
    },
    onHung: () => usePlayback.setState({ health: 'hung' }),
    onFallback: () => usePlayback.setState({ place: 'page' }),
  },
  {
    ...patience,
    later: (run, milliseconds) => setTimeout(run, milliseconds),
    cancel: (handle) => typeof handle === 'number' && clearTimeout(handle),
  },
);

/** Asks the engine for what is on screen, now and whenever the scenario, the selection or the panes change. */
export function driveEngine(): void {
  let asked: Omit<PlayRequest, 'revision'> | undefined;
  const ask = () => {
    const request = playRequest(useScenario.getState(), usePreferences.getState().beside);
    if (
      asked?.scenario === request.scenario &&
      asked.selected === request.selected &&
      asked.beside === request.beside
    ) {
      return;
    }
    asked = request;
    usePlayback.setState({ health: 'working' });
    client.ask(request);
  };
  useScenario.subscribe(ask);
  usePreferences.subscribe(ask);
  ask();
}

/** Changes the scenario so that the conflict of a step is gone, in one of the three ways. */
export function resolveConflict(stepId: string, way: WayOut): void {
  const { scenario, revision } = useScenario.getState();
  client.ask({ kind: 'resolve', revision, scenario, stepId, way });
}

/** Asks once more, after a hang or a fault. */
export function askAgain(): void {
  usePlayback.setState({ health: 'working' });
  client.ask(playRequest(useScenario.getState(), usePreferences.getState().beside));
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

function openWorker({ onMessage, onFailure }: Parameters<OpenPort>[0]): EnginePort {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'engine' });
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => onMessage(data));
  worker.addEventListener('error', onFailure);
  worker.addEventListener('messageerror', onFailure);
  return { post: (request) => worker.postMessage(request), end: () => worker.terminate() };
}

function openInPage({ onMessage }: Parameters<OpenPort>[0]): EnginePort {
  let ended = false;
  return {
    post: async (request) => {
      const { answer } = await import('./answer.ts');
      const reply = await answer(request);
      if (!ended) onMessage(reply);
    },
    end: () => {
      ended = true;
    },
  };
}
