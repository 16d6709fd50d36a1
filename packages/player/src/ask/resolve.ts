import { changesOf, type WayOut } from '@managed-fields/api-server';
import type { ExplainedConflict } from '@managed-fields/merge-engine';
import type { Scenario, Step, ToolStep } from '@managed-fields/scenario';
import { changeText, hasApplyFlag, withApplyFlag, withSettingsOf, withStep } from '@managed-fields/scenario';
import { forcingOption } from '@managed-fields/tools/programs';
import { keyOf, type RefusedApply, refusedApplies } from '../run/conflict-view.ts';
import type { Declared } from '../run/declared.ts';
import { playStep } from '../run/play-step.ts';
import type { PlayedStep } from '../run/played-step.ts';
import { playScenario, type RunOptions } from '../run/run.ts';
import { type StepPreview, stepPreviewOf } from './step-preview.ts';

export type { WayOut };

/** A way out for each conflicting field, by its key. A field without one stays as it is. */
export type WayChoices = Readonly<Record<string, WayOut>>;

/** One way out for all fields of a conflict, or one for each. */
export type Ways = WayOut | WayChoices;

/**
 * Resolves the conflict of a step. To give a field up, the configuration no longer declares it. To share it, the
 * configuration declares its live value; a field that is owned but absent has none and is given up. To overwrite, the
 * whole apply gets force, which takes every field that is still in conflict.
 * Comments and order of the texts stay. For a command, its line and its files change; a file of an earlier step is
 * copied into this step and changed there. A step without a conflict stays as it is.
 */
export function resolveConflict(scenario: Scenario, stepId: string, ways: Ways, { catalog }: RunOptions): Scenario {
  const played = playScenario(scenario, catalog).find(({ step }) => step.id === stepId);
  return played === undefined ? scenario : withStep(scenario, stepId, () => resolvedStep(played, ways));
}

/** The resolved step of `resolveConflict`; the same step where nothing changes. */
export function resolvedStep(played: PlayedStep, ways: Ways): Step {
  const refused = refusedApplies(played);
  const wayOf = (apply: RefusedApply, conflict: ExplainedConflict) =>
    typeof ways === 'string' ? ways : ways[keyOf(refused, apply, conflict)];
  const all = refused.flatMap((apply) => apply.conflicts.map((conflict) => wayOf(apply, conflict)));
  const step = all.includes('overwrite') ? forced(played.step) : played.step;
  return refused.reduce((changed, apply) => {
    const ofWay = (way: WayOut) => apply.conflicts.filter((conflict) => wayOf(apply, conflict) === way);
    return withDeclared(changed, apply, ofWay('give-up'), ofWay('share'));
  }, step);
}

/** The step with force. */
export function forced(step: Step): Step {
  if (step.kind === 'tool') return withForcing(step, 'true');
  if (step.kind !== 'kubectl') return withSettingsOf(step, { force: true });
  if (hasApplyFlag(step.text, '--force-conflicts')) return step;
  return { ...step, text: withApplyFlag(step.text, '--force-conflicts').trimEnd() };
}

/** A tool with its option that overwrites set, or taken away; as it was where it has none. */
export function withForcing(step: ToolStep, value: 'true' | undefined): ToolStep {
  const { tool } = step;
  const option = tool && forcingOption(tool.name, tool.version ?? '');
  if (tool === undefined || option === undefined || tool.options?.[option] === value) return step;
  const { [option]: _, ...others } = tool.options ?? {};
  return { ...step, tool: { ...tool, options: value === undefined ? others : { ...others, [option]: value } } };
}

/** Takes fields out of the configuration that a step declares, and declares others with their live values. */
function withDeclared(
  step: Step,
  { declared }: RefusedApply,
  givenUp: readonly ExplainedConflict[],
  shared: readonly ExplainedConflict[],
): Step {
  if (declared === undefined) return step;
  const changes = [...changesOf('give-up', givenUp), ...changesOf('share', shared)].map(({ place, value }) => ({
    place: [...declared.root, ...place],
    value,
  }));
  const { file, document } = declared;
  const files = 'files' in step ? step.files : undefined;
  const text = file === undefined ? step.text : (files?.[file] ?? declared.text);
  const changed = changeText(text, changes, document);
  if (changed === text) return step;
  return withDeclaredText(step, declared, changed);
}

/** Replaces the text that declares the configuration of a step: its own text, or a file of its command. */
export function withDeclaredText(step: Step, { file }: Declared, text: string): Step {
  if (file === undefined) return { ...step, text };
  return step.kind === 'kubectl' ? { ...step, files: { ...step.files, [file]: text } } : step;
}

/** The result that a way out of a conflict would have. */
export interface WayPreview extends StepPreview {
  readonly way: WayOut;
}

/**
 * Previews the three ways out of a step's conflict, each for all fields; empty where the step has no conflict. Asked on
 * demand, never for each keystroke.
 */
export function previewWaysOut(scenario: Scenario, stepId: string, options: RunOptions): readonly WayPreview[] {
  return (['overwrite', 'give-up', 'share'] as const).flatMap((way) => {
    const preview = previewWays(scenario, stepId, way, options);
    return preview === undefined ? [] : [{ way, ...preview }];
  });
}

/**
 * Previews a way out for each field, with the step that `resolveConflict` makes. Undefined where there is no conflict.
 */
export function previewWays(
  scenario: Scenario,
  stepId: string,
  ways: Ways,
  { catalog }: RunOptions,
): StepPreview | undefined {
  const played = playScenario(scenario, catalog).find(({ step }) => step.id === stepId);
  if (played === undefined || played.outcome.status !== 'conflict') return undefined;
  return stepPreviewOf(playStep(resolvedStep(played, ways), played.before, new Map()));
}
