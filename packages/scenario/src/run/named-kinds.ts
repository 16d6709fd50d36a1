import { catalogOf, isMap, listAt, mapAt, need, stringAt, type Value } from '@managed-fields/merge-engine';
import type { Step } from '../scenario.ts';
import { knownDefinitions } from './parts.ts';
import type { PlayState } from './play-state.ts';
import { type KnownTexts, readStepText } from './step-text.ts';

/**
 * The state in which the kinds that a step names are in force, where a project's definition of them is known and
 * neither the server nor the scenario has one of its own. The same state where there is nothing to add.
 */
export function withNamedKinds(state: PlayState, step: Step, texts: KnownTexts): PlayState {
  if (step.off === true || step.kind === 'crd') return state;
  let after = state;
  for (const { apiVersion, kind } of kindsNamed(step, texts)) {
    // Nobody but Kubernetes itself has groups without a dot.
    if (!/^[^/]+\.[^/]+\//.test(apiVersion)) continue;
    if (catalogOf(after.cluster).findKind(apiVersion, kind) !== undefined) continue;
    after = need(knownDefinitions).withKnownKind(after, apiVersion, kind);
  }
  return after;
}

interface NamedKind {
  readonly apiVersion: string;
  readonly kind: string;
}

/** The kinds that a step's settings, text and files name. */
function kindsNamed(step: Step, texts: KnownTexts): readonly NamedKind[] {
  const named = documentsOf(step, texts).flatMap(kindsIn);
  return step.object === undefined ? named : [step.object, ...named];
}

function kindsIn(value: Value): readonly NamedKind[] {
  if (!isMap(value)) return [];
  const items = listAt(value, 'items');
  if (items !== undefined) return items.flatMap(kindsIn);
  const apiVersion = stringAt(value, 'apiVersion') ?? '';
  const kind = stringAt(value, 'kind') ?? '';
  return apiVersion === '' || kind === '' ? [] : [{ apiVersion, kind }];
}

/** What is written in a step: its text, or the files of a command. */
function documentsOf(step: Step, texts: KnownTexts): readonly Value[] {
  const written = step.kind === 'kubectl' ? Object.values(step.files ?? {}) : [step.text];
  return written.flatMap((text) => {
    const { documents } = readStepText(text, texts);
    return documents.flatMap(({ value }) => (value === undefined ? [] : [value]));
  });
}

const none: ReadonlySet<string> = new Set();

/** The names of the CustomResourceDefinitions that steps hold, `certificates.cert-manager.io`. */
export function definitionsOf(steps: readonly Step[], texts: KnownTexts): ReadonlySet<string> {
  const holding = steps.filter(
    ({ off, text, files }) => off !== true && [text, ...Object.values(files ?? {})].some(mentionsDefinition),
  );
  if (holding.length === 0) return none;
  return new Set(holding.flatMap((step) => documentsOf(step, texts).flatMap(definitionNames)));
}

function mentionsDefinition(text: string): boolean {
  return text.includes('CustomResourceDefinition');
}

function definitionNames(value: Value): readonly string[] {
  if (!isMap(value)) return [];
  const items = listAt(value, 'items');
  if (items !== undefined) return items.flatMap(definitionNames);
  const name = stringAt(mapAt(value, 'metadata'), 'name');
  return stringAt(value, 'kind') === 'CustomResourceDefinition' && name !== undefined ? [name] : [];
}
