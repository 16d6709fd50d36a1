import { plainJson, readDocuments, type SourceDocument } from '@managed-fields/source';
import { type CheckedForm, checkForm, type Expectation, type FormProblem, plainForm } from './file-schema.ts';
import type { Problem, TextRange } from './outcome.ts';
import type { Scenario } from './scenario.ts';
import { plainOf, yamlText } from './yaml-text.ts';

/** A scenario read from a file, or the reason why it cannot be read, with places in the text. */
export type ReadScenario =
  | {
      readonly kind: 'scenario';
      readonly scenario: Scenario;
      /** The status that the file expects of each step; as many as there are steps. */
      readonly expected: readonly (Expectation | undefined)[];
    }
  | FileFailure;

/** Why a file cannot be read, with places in its text. */
export interface FileFailure {
  readonly kind: 'failure';
  /** `unreadable`: neither YAML nor JSON; `newer-version`: written by a newer version of the playground. */
  readonly code: 'unreadable' | 'not-a-scenario' | 'newer-version';
  readonly problems: readonly Problem[];
}

/** Reads a scenario file in YAML or JSON. Unknown fields are refused, so that nothing is lost silently. */
export function readScenario(text: string): ReadScenario {
  return readForm(text, checkForm);
}

/** What a check of plain data found wrong. */
type FormFailure = Extract<CheckedForm, { readonly kind: 'failure' }>;

/** Reads a file in YAML or JSON that has a form, and finds the places of what the check complains about. */
export function readForm<Read extends { readonly kind: string }>(
  text: string,
  check: (plain: unknown) => Read | FormFailure,
): Exclude<Read, FormFailure> | FileFailure {
  const json = /^\s*\{/.test(text) ? plainJson(text) : undefined;
  const [document, ...more] = json === undefined ? readDocuments(text) : [];
  if (json === undefined && document?.value === undefined) {
    return { kind: 'failure', code: 'unreadable', problems: document?.problems ?? [emptyProblem] };
  }
  const checked = check(json === undefined ? plainOf(document?.value ?? null) : json.value);
  if (isFailure(checked)) {
    const problems = checked.problems.map((problem) => located(problem, document ?? readDocuments(text)[0]));
    return { kind: 'failure', code: checked.code, problems };
  }
  // A key that stands twice and a second document are refused as well, since one of the two would be lost.
  const warnings = (document?.problems ?? []).filter(({ severity }) => severity !== 'info');
  const problems = [...warnings, ...more.map(({ range }): Problem => ({ ...secondDocument, ...range }))];
  return problems.length > 0
    ? { kind: 'failure', code: 'not-a-scenario', problems }
    : (checked as Exclude<Read, FormFailure>);
}

function isFailure(checked: { readonly kind: string }): checked is FormFailure {
  return checked.kind === 'failure';
}

/** Writes a scenario as YAML that `readScenario` reads as the same scenario. */
export function writeScenario(scenario: Scenario, expected?: readonly (Expectation | undefined)[]): string {
  return yamlText(plainForm(scenario, expected));
}

/** Writes a scenario as JSON that `readScenario` reads as the same scenario. */
export function writeScenarioJson(scenario: Scenario, expected?: readonly (Expectation | undefined)[]): string {
  return `${JSON.stringify(plainForm(scenario, expected), null, 2)}\n`;
}

const emptyProblem: Problem = { code: 'empty', severity: 'error', message: 'the file holds nothing', from: 0, to: 0 };

const secondDocument = {
  code: 'second-document',
  severity: 'error',
  message: 'a scenario file holds one document',
} as const;

function located({ code, path, message }: FormProblem, document: SourceDocument | undefined): Problem {
  const range = rangeOf(path, document, code === 'unknown-field');
  return { code, severity: 'error', message, from: range.from, to: range.to };
}

/** The range of a path in the text, or that of the nearest part around it that the text has. */
function rangeOf(path: FormProblem['path'], document: SourceDocument | undefined, byKey: boolean): TextRange {
  const node = document?.locate(path);
  if (node !== undefined) return byKey ? (node.key ?? node.value) : node.value;
  return path.length === 0 ? { from: 0, to: 0 } : rangeOf(path.slice(0, -1), document, true);
}
