import type { EmbedSettings, EmbedView } from '@managed-fields/embed';
import type { AnnotatedText, FieldEventView, Playback } from '@managed-fields/player';
import { type Filter, identityOf, type ManagerColours, type Tree } from '@managed-fields/rendering';
import type { Scenario, Step } from '@managed-fields/scenario';
import type { FrameLink, Origin } from './content.ts';
import type { EmbedWords } from './words.ts';

/** Everything that a frame shows; whatever is drawn is drawn from this alone. */
export interface Model {
  readonly words: EmbedWords;
  readonly settings: EmbedSettings;
  /** A title in place of the scenario's own; empty: none. */
  readonly title: string | undefined;
  readonly content: Content;
  /** The selected step, from 0. */
  readonly index: number;
  /** What was played last; of the selected step when `view.stepId` says so. */
  readonly playback: Playback | undefined;
  /** The engine, or what stands for it, has not answered for the selected step yet. */
  readonly busy: boolean;
  /** It broke, hung, or could not be fetched. */
  readonly failed: boolean;
  readonly managerColours: ManagerColours;
  /** Whose fields are shown: everybody's, all entries of a manager, or one entry. */
  readonly only: { readonly kind: 'name' | 'identity'; readonly text: string } | undefined;
  /** The path of the field that the inspector is about. */
  readonly picked: string | undefined;
  /** The line that keys move from, from 0. */
  readonly line: number;
  readonly unfolded: boolean;
  /** The text that the editor began with, of which step, and how many editors there were before it. */
  readonly editor: { readonly stepId: string; readonly text: string; readonly count: number } | undefined;
  readonly history: History | undefined;
  readonly entries:
    | {
        readonly stepId: string /** managedFields as a text whose fields are owned by their entries. */;
        readonly raw: AnnotatedText | undefined;
        readonly failed: boolean;
      }
    | undefined;
  /** What differs after the selected step, and how that is drawn, once both are known. */
  readonly changes: { readonly stepId: string; readonly draw: ((model: Model) => Tree) | undefined } | undefined;
  /** The link to the same scenario, or why there is none; undefined while it is being made. */
  readonly link: FrameLink | 'unchecked' | 'too-large' | undefined;
}

/** What is in the frame. */
export type Content =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'failure'; readonly code: string; readonly message: string }
  | { readonly kind: 'scenario'; readonly scenario: Scenario; readonly origin: Origin; readonly before: Scenario };

/** What steps did to a field; the events are undefined until they are known, and `failed` where nobody answered. */
export interface History {
  readonly stepId: string;
  readonly path: string;
  readonly events:
    | readonly { readonly place: number; readonly event: FieldEventView; readonly text: string }[]
    | undefined;
  readonly failed: boolean;
}

/** The views that a frame has; another that was asked for is the object. */
export const views = [
  'object',
  'changes',
  'managedfields',
  'table',
  'conflict',
] as const satisfies readonly EmbedView[];

/** The view on screen. */
export function viewOf({ settings }: Model): (typeof views)[number] {
  return views.find((view) => view === settings.view) ?? 'object';
}

/** The selected step. */
export function stepOf({ content, index }: Model): Step | undefined {
  return content.kind === 'scenario' ? content.scenario.steps[index] : undefined;
}

/** What tells a frame from others: the scenario's title, or else who writes in it; nothing where there is no scenario. */
export function titleOf({ content }: Model): string {
  if (content.kind !== 'scenario') return '';
  const { title, steps } = content.scenario;
  const managers = new Set(steps.flatMap((step) => ('manager' in step && step.manager ? [step.manager] : [])));
  return title || (managers.size === 0 ? '' : `managedFields playground: ${[...managers].join(', ')}`);
}

/** The object to show: that after the selected step, and the one before until it is known. */
export function resultOf({ playback }: Model): AnnotatedText | undefined {
  return playback?.view?.result;
}

/** Which owners of an object to show. */
export function filterOf({ only }: Model, { managers }: AnnotatedText): Filter {
  if (only === undefined) return { kind: 'all' };
  const indices = managers.flatMap((manager, index) =>
    (only.kind === 'name' ? manager.manager : identityOf(manager)) === only.text ? [index] : [],
  );
  return { kind: 'managers', indices };
}

/** The text that lines are drawn of in the view on screen. */
export function textOf(model: Model): AnnotatedText | undefined {
  if (viewOf(model) !== 'managedfields') return resultOf(model);
  const { entries } = model;
  return entries?.stepId === stepOf(model)?.id ? entries?.raw : undefined;
}
