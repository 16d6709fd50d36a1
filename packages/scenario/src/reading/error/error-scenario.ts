import type { TypeCatalog } from '@managed-fields/api-server';
import { type NewStep, newScenario } from '../../edits.ts';
import { playScenario } from '../../run/run.ts';
import { conflictSteps, type MadeSteps } from './conflict-scenario.ts';
import type { ErrorFacts } from './error-facts.ts';
import { withKnownKindsOf } from './known-catalog.ts';
import { refusalSteps } from './refusal-scenario.ts';

/** Steps to complete that lead to a message. */
export interface ErrorScenario {
  readonly steps: readonly NewStep[];
  /** `apps/v1 Deployment`, the kind of its object. */
  readonly kind: string;
  /** The message did not say the kind; another may be meant. */
  readonly guessed: boolean;
  /** The kind is made up of the fields of the message; its real definition is to be put in place. */
  readonly placeholder: boolean;
  /** Played here, the last step ends in these very words. */
  readonly reproduced: boolean;
}

/**
 * Makes a scenario of what a message says, and plays it to see whether it ends in the message. Where the message does
 * not say the kind, the first that leads to it counts. Kinds whose definitions are known are tried before made-up ones.
 */
export function errorScenario(facts: ErrorFacts, catalog: TypeCatalog): ErrorScenario | undefined {
  let first: ErrorScenario | undefined;
  for (const kinds of new Set([withKnownKindsOf(facts, catalog), catalog])) {
    for (const made of stepsFor(facts, kinds)) {
      const scenario = { ...made, reproduced: endsIn(made.steps, facts.message, catalog) };
      if (scenario.reproduced) return scenario;
      first ??= scenario;
    }
  }
  return first;
}

function stepsFor(facts: ErrorFacts, catalog: TypeCatalog): Iterable<MadeSteps> {
  if (facts.code === 'conflict') return conflictSteps(facts, catalog);
  const made = refusalSteps(facts, catalog);
  return made === undefined ? [] : [made];
}

function endsIn(steps: readonly NewStep[], message: string, catalog: TypeCatalog): boolean {
  const last = playScenario(newScenario('', steps), catalog).at(-1);
  const told = [last?.outcome.message ?? '', ...(last?.outcome.warnings ?? []), last?.command?.stderr ?? ''].map(words);
  return told.some((text) => text.includes(words(message)));
}

/** Words without what says nothing: an apply of kubectl prints more round the same message. */
function words(text: string): string {
  return text.replace(/\s+/g, ' ').replace('.meta.k8s.io', '').trim();
}
