import type { NewStep, Problem, Scenario } from '@managed-fields/scenario';
import type { ErrorFacts } from './error/error-facts.ts';
import type { ErrorScenario } from './error/error-scenario.ts';
import type { FoundObject, OtherDocument } from './found-object.ts';
import type { ReadingProblem, RequestReading } from './request-step.ts';

/** What a pasted text was read as. Plain data that a worker can post. Nothing of the text is lost. */
export type Pasted =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'scenario'; readonly scenario: Scenario }
  | {
      readonly kind: 'broken-scenario';
      readonly code: 'not-a-scenario' | 'newer-version';
      readonly problems: readonly Problem[];
    }
  /**
   * Requests or commands, each as a step or with the reason why it cannot become one. `curl` texts may contain kubectl
   * commands.
   */
  | { readonly kind: 'requests'; readonly form: 'http' | 'curl' | 'kubectl'; readonly readings: readonly StepReading[] }
  /** The output of a terminal: one message, or several about several objects. */
  | { readonly kind: 'error'; readonly errors: readonly ReadMessage[] }
  | {
      readonly kind: 'objects';
      readonly objects: readonly FoundObject[];
      readonly others: readonly OtherDocument[];
      readonly listed: number;
      /** The conflicts that stand in the same text, before or after the objects. */
      readonly errors?: readonly ReadMessage[];
    }
  /** A text without objects: a patch, entries of managedFields, a part of an object, or something unknown. */
  | { readonly kind: 'parts'; readonly others: readonly OtherDocument[] };

/** A message, and a scenario that ends with it. */
export interface ReadMessage {
  readonly facts: ErrorFacts;
  readonly scenario: ErrorScenario | undefined;
}

/** A request or command that was read. For commands, files may be missing. */
export type StepReading =
  | { readonly kind: 'step'; readonly step: NewStep; readonly problems: readonly (ReadingProblem | MissingFile)[] }
  | Extract<RequestReading, { readonly kind: 'refused' }>;

/** A file that a command names and that was not pasted with it. */
export interface MissingFile {
  readonly code: 'file-missing';
  readonly data: Readonly<Record<string, string>>;
}

/** The messages in what was pasted, alone or beside objects. */
export function messagesIn(pasted: readonly Pasted[]): readonly ReadMessage[] {
  return pasted.flatMap((each) => ('errors' in each ? (each.errors ?? []) : []));
}
