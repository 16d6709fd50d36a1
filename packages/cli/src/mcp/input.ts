import { loadKubernetesTypes, type PlayedVersion } from '@managed-fields/kubernetes-types';
import { stringAt } from '@managed-fields/merge-engine';
import { answerQuestion, loadOnNeed, type RunOptions } from '@managed-fields/player';
import { type SecretFinding, secretKinds } from '@managed-fields/redact';
import { type NewStep, newScenario, type Scenario } from '@managed-fields/scenario';
import { z } from 'zod';
import { isKubeconfig } from '../link/link.ts';
import { type GivenObject, objectsIn } from '../objects.ts';
import { playedVersion } from '../options.ts';
import { mostOfText } from './shown.ts';

/** The most characters of one text of a question. */
const mostOfInput = 2_000_000;

/** A text of a question. */
export const textInput = (about: string) => z.string().min(1).max(mostOfInput).describe(about);

/** A short text of a question, such as a name. */
export const nameInput = (about: string) => z.string().min(1).max(300).describe(about);

/** The version of Kubernetes that a question is about. */
export const kubernetesInput = z
  .string()
  .max(20)
  .optional()
  .describe('The version of Kubernetes, v1.36 if none is named, or a release such as v1.36.1; v1.38 is a preview');

/** A question as it can be asked: a scenario without secrets, and what the player takes beside it. */
export interface Prepared {
  readonly scenario: Scenario;
  readonly options: RunOptions;
  /** How many values were replaced. */
  readonly replaced: number;
}

/** What came of preparing a question. */
export type Preparing =
  | ({ readonly kind: 'prepared' } & Prepared)
  | { readonly kind: 'error'; readonly message: string };

/**
 * Makes a scenario of steps, in which what looks secret is replaced. Everything that is answered is computed from that, so
 * nothing of it can hold what was replaced.
 */
export async function prepared(scenario: Scenario, version: string | undefined): Promise<Preparing> {
  const kubernetes = playedVersion(version ?? scenario.kubernetes);
  if (kubernetes.kind === 'usage') return { kind: 'error', message: kubernetes.message };
  const whole: Scenario = { ...scenario, kubernetes: kubernetes.value };
  const catalog = await loadKubernetesTypes(kubernetes.value);
  const { findings } = await loadOnNeed(() => answerQuestion<'secrets'>(whole, { kind: 'secrets' }, { catalog }));
  const redacting = { kind: 'redacted', kinds: secretKinds } as const;
  const redacted =
    findings.length === 0 ? whole : await loadOnNeed(() => answerQuestion<'redacted'>(whole, redacting, { catalog }));
  return { kind: 'prepared', scenario: redacted, options: { catalog }, replaced: replacedOf(findings) };
}

function replacedOf(findings: readonly SecretFinding[]): number {
  return findings.filter(({ left }) => left === undefined).length;
}

/** The objects of a text as steps: definitions first, then objects as they live. */
export function liveSteps(
  name: string,
  text: string,
): { readonly steps: readonly NewStep[] } | { readonly error: string } {
  const given = objectsIn([{ name, text }]);
  if (given.kind === 'failure') return { error: given.message };
  if (given.objects.some(({ object }) => isKubeconfig(object))) {
    return { error: 'a kubeconfig holds credentials: it is not read here' };
  }
  const isDefinition = ({ object }: GivenObject) => stringAt(object, 'kind') === 'CustomResourceDefinition';
  const definitions = given.objects.filter(isDefinition);
  const others = given.objects.filter((each) => !isDefinition(each));
  return {
    steps: [
      ...definitions.map((each): NewStep => ({ kind: 'crd', text: each.text })),
      ...others.map((each): NewStep => ({ kind: 'live', text: each.text })),
    ],
  };
}

/** A scenario of steps without a title. */
export function scenarioOf(steps: readonly NewStep[], kubernetes?: PlayedVersion): Scenario {
  const scenario = newScenario('', steps);
  return kubernetes === undefined ? scenario : { ...scenario, kubernetes };
}

/** What is said of values that were replaced; nothing where there are none. */
export function notesOfReplaced(replaced: number): readonly string[] {
  if (replaced === 0) return [];
  const what = replaced === 1 ? '1 value that looks secret stands' : `${replaced} values that look secret stand`;
  return [
    `${what} here as redacted-1 and the like. What would write such a stand-in into a cluster is left out of commands: it has to be run with the real value, by whoever knows it.`,
  ];
}

/**
 * A text to be sent, or nothing where an answer cannot hold it: where it would write the stand-in of a secret, also in
 * base64, or is longer than a text of an answer.
 */
export function sendable<Name extends string>(name: Name, text: string | undefined): { readonly [N in Name]?: string } {
  if (text === undefined || text.length > mostOfText || /redacted-\d|cmVkYWN0ZWQt/.test(text)) return {};
  return { [name]: text } as { readonly [N in Name]: string };
}
