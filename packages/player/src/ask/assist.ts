import { catalogOf } from '@managed-fields/api-server';
import type { Scenario, Step, StepKind, TextRange } from '@managed-fields/scenario';
import { isRequest, needsOf, withSettingsOf } from '@managed-fields/scenario';
import { complete } from '../assist/complete.ts';
import { type ExpressionView, hoverInExpression } from '../assist/complete-expression.ts';
import type { Completion } from '../assist/completion.ts';
import { hover, type SchemaHover } from '../assist/describe.ts';
import { kindsAt } from '../assist/kinds.ts';
import { outlineAt } from '../assist/outline.ts';
import type { AssistContext, TextForm } from '../assist/place.ts';
import { skeletonsFor } from '../assist/skeletons.ts';
import { withNamedKinds } from '../run/named-kinds.ts';
import { playScenario, type RunOptions } from '../run/run.ts';

/** A place in a text of a step. */
export interface TextPlace {
  readonly stepId: string;
  readonly offset: number;
  /** The text as it is typed; absent if it is that of the step. */
  readonly text?: string;
  /** The name of a file of a kubectl step, if the place is in that file. */
  readonly file?: string;
}

/** The completions at a place of a step's text. */
export function completeStep(scenario: Scenario, place: TextPlace, options: RunOptions): Completion | undefined {
  const text = textOf(scenario, place);
  const context = contextOf(scenario, place, text, options);
  return context === undefined ? undefined : complete(text, place.offset, context);
}

/** What is at a place of a step's text: a field as the schema sees it, or a name in an expression. */
export type HoverView = SchemaHover | { readonly range: TextRange; readonly expression: ExpressionView };

/** Says what is at a place of a step's text. */
export function hoverStep(scenario: Scenario, place: TextPlace, options: RunOptions): HoverView | undefined {
  const text = textOf(scenario, place);
  const context = contextOf(scenario, place, text, options);
  if (context === undefined) return undefined;
  const expression = context.form === 'object' ? hoverInExpression(text, place.offset, context) : undefined;
  if (expression !== undefined) return { range: expression.range, expression };
  return hover(text, place.offset, context);
}

/** A text that a step may begin with, and the kind of its object. */
export interface SkeletonView {
  readonly kind: string;
  readonly text: string;
}

/** The skeletons that fit the text of a step: those of its kind where it names one and has nothing else, else all. */
export function skeletonsOf(scenario: Scenario, stepId: string, options: RunOptions): readonly SkeletonView[] {
  const step = scenario.steps.find(({ id }) => id === stepId);
  const context = step && contextOf(scenario, { stepId, offset: 0 }, step.text, options);
  if (step === undefined || context?.form !== 'object') return [];
  const { root } = outlineAt(step.text, step.text.length);
  const before = step.text.trim() === '' ? '' : `${step.text.trimEnd()}\n`;
  return skeletonsFor(root, context.kinds()).map(({ kind, missing }) => ({ kind, text: `${before}${missing}` }));
}

function textOf(scenario: Scenario, { stepId, text, file }: TextPlace): string {
  const step = scenario.steps.find(({ id }) => id === stepId);
  return text ?? (file === undefined ? step?.text : step?.kind === 'kubectl' ? step.files?.[file] : undefined) ?? '';
}

function contextOf(
  scenario: Scenario,
  { stepId, file }: TextPlace,
  text: string,
  { catalog }: RunOptions,
): AssistContext | undefined {
  const played = playScenario(scenario, catalog).find(({ step }) => step.id === stepId);
  if (played === undefined || (played.step.kind === 'kubectl' && file === undefined)) return undefined;
  const { step, before, after } = played;
  const names = file === undefined && isRequest(step) ? (played.target ?? before.target) : undefined;
  const typed = file === undefined ? { ...step, text } : withSettingsOf(step, { files: { [file]: text } });
  const state = withNamedKinds(step.kind === 'live' ? after : before, typed, new Map());
  return {
    catalog: catalogOf(state.cluster),
    kinds: () => kindsAt(catalogOf(state.cluster), state),
    form: formOf(step.kind),
    subresource: subresourceOf(step),
    version: step.kind === 'crd' ? catalog.findKind(...definitionKind) : names?.version,
    name: names?.name ?? '',
    namespace: names?.namespace ?? '',
    object: names === undefined ? undefined : before.object,
  };
}

const definitionKind = ['apiextensions.k8s.io/v1', 'CustomResourceDefinition'] as const;

/** The form of a step's text; files of commands and manifests of tools are objects. */
function formOf(kind: StepKind): TextForm {
  const { text } = needsOf[kind];
  return text === 'command' || text === 'objects' ? 'object' : text;
}

/** The subresource that a step writes; empty for the object itself. */
function subresourceOf(step: Step): string {
  if (step.kind === 'scale' || step.kind === 'status') return step.kind;
  return ('subresource' in step ? step.subresource : undefined) ?? '';
}
