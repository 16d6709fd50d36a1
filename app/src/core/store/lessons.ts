import type { Lesson } from '@managed-fields/lessons';
import { checkForm } from '@managed-fields/scenario';
import { type ExampleAtStep, fetchJson, inLanguage, isName, type LoadedExample } from './examples.ts';

/** A lesson and the scenario that it opens, or why it cannot be loaded. */
export type LoadedLesson =
  | (Extract<LoadedExample, { readonly kind: 'loaded' }> & { readonly lesson: Lesson })
  | Extract<LoadedExample, { readonly kind: 'failed' }>;

/** Fetches a lesson, in the language that was set, from the page's own origin. */
export async function loadLesson(name: string): Promise<LoadedLesson> {
  if (!isName(name)) return { kind: 'failed', reason: 'missing' };
  const file = await fetchJson(`./lessons/${inLanguage(name)}.json`);
  if (file.kind === 'failed') return file;
  // Some servers answer with something of their own where there is no file.
  if (typeof file.plain !== 'object' || file.plain === null || !('start' in file.plain && 'lesson' in file.plain)) {
    return { kind: 'failed', reason: 'broken' };
  }
  // The build made it from a lesson that it checked, so it has this form.
  const { lesson, start } = file.plain as { readonly lesson: Lesson; readonly start: unknown };
  const checked = checkForm(start);
  if (checked.kind === 'failure') return { kind: 'failed', reason: 'broken' };
  return { kind: 'loaded', scenario: checked.scenario, lesson };
}

/** Fetches the scenario that a lesson opens, at its last step: that is what happened just now. */
export async function loadLessonStart(name: string): Promise<ExampleAtStep> {
  const loaded = await loadLesson(name);
  const selected = loaded.kind === 'loaded' ? loaded.scenario.steps.at(-1)?.id : undefined;
  return { loaded, selected };
}
