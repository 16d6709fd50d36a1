import type { ApiResponse, RequestTrace } from '@managed-fields/api-server';
import type { RanLine, SentRequest } from '@managed-fields/kubectl';
import type { ValueMap } from '@managed-fields/merge-engine';
import type { Outcome, Problem, Step } from '@managed-fields/scenario';
import type { ObjectEnd, Purpose, ToolChoice, ToolNote } from '@managed-fields/tools/programs';
import type { Notice } from '../playback.ts';
import type { PlayState } from './play-state.ts';
import type { BuiltRequest } from './request.ts';
import type { StepText } from './step-text.ts';
import type { Target } from './target.ts';

/** A step that was played, with all that its view is made of. */
export interface PlayedStep {
  readonly step: Step;
  readonly outcome: Outcome;
  readonly text: StepText;
  readonly before: PlayState;
  readonly after: PlayState;
  readonly target: Target | undefined;
  /** The object that the step shows: that of before where the step failed, the answer where it was a dry run. */
  readonly shown: ValueMap | undefined;
  readonly built: BuiltRequest | undefined;
  /** The answer to the request of the step. */
  readonly response?: ApiResponse;
  readonly trace: RequestTrace | undefined;
  /** The notices that playing the step gave. */
  readonly notices: readonly Notice[];
  /** The requests that a command or a tool sent, in their order; absent for steps that are one request, or none. */
  readonly sent?: readonly (SentRequest & { readonly purpose?: Purpose })[];
  /** The run of a kubectl command. */
  readonly command?: RanLine;
  /** The run of a deploy tool. */
  readonly tool?: RanTool;
}

/** What a deploy tool did. */
export interface RanTool {
  readonly choice: ToolChoice;
  /** What nobody gave and the live objects told. */
  readonly notes: readonly ToolNote[];
  readonly ends: readonly ObjectEnd[];
  /** What the tool ended with; undefined where all went well. */
  readonly error: string | undefined;
}

/** A step that changes nothing, because it is switched off or empty. */
export function idleStep(step: Step, text: StepText, before: PlayState, notices: readonly Notice[] = []): PlayedStep {
  const outcome: Outcome = { stepId: step.id, status: 'skipped', warnings: [], problems: [] };
  const { target, object } = before;
  return {
    step,
    outcome,
    text,
    before,
    after: before,
    target,
    shown: object,
    built: undefined,
    trace: undefined,
    notices,
  };
}

/** Why a step could not be sent. */
export interface Obstacle {
  readonly message?: string;
  readonly problems?: readonly Problem[];
  readonly notices?: readonly Notice[];
}

/** A step that could not be sent: its text cannot be read, or its object is not known. */
export function failedStep(step: Step, text: StepText, before: PlayState, obstacle: Obstacle): PlayedStep {
  const { message, problems = [], notices = [] } = obstacle;
  const idle = idleStep(step, text, before, notices);
  const first = text.problems.find(({ severity }) => severity === 'error');
  const words = message ?? first?.message;
  const all = [...text.problems, ...problems];
  const outcome: Outcome = {
    ...idle.outcome,
    status: 'error',
    problems: all,
    ...(words === undefined ? {} : { message: words }),
  };
  return { ...idle, outcome };
}
