import { listAt, mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import type { PlayedStep } from './played-step.ts';

/**
 * The names of all managers of a scenario, each once: step by step who writes it, then whom the objects name that it
 * shows or wrote. A step that is added at the end leaves the places of all others as they are.
 */
export function managersOf(played: readonly PlayedStep[]): readonly string[] {
  return [...new Set(played.flatMap((step) => [...writerOf(step), ...objectsOf(step).flatMap(namesIn)]))];
}

function writerOf({ step, outcome }: PlayedStep): readonly string[] {
  const name = outcome.manager ?? ('manager' in step ? step.manager : undefined);
  return name === undefined || name === '' || step.kind === 'delete' ? [] : [name];
}

function objectsOf({ shown, command }: PlayedStep): readonly ValueMap[] {
  const sent = command?.requests.flatMap(({ trace }) => [trace?.before, trace?.after]) ?? [];
  return [shown, ...sent].filter((object) => object !== undefined);
}

function namesIn(object: ValueMap): readonly string[] {
  const entries = listAt(mapAt(object, 'metadata'), 'managedFields') ?? [];
  return entries.flatMap((entry) => (entry instanceof Map ? (stringAt(entry, 'manager') ?? []) : []));
}
