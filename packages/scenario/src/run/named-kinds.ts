import { catalogOf } from '@managed-fields/api-server';
import { isMap, listAt, mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import type { Step } from '../scenario.ts';
import { mayBeCustom } from './custom-kind.ts';
import { withKnownKind } from './known-kinds.ts';
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
    const catalog = catalogOf(after.cluster);
    if (catalog.findKind(apiVersion, kind) !== undefined || !mayBeCustom(apiVersion, kind, catalog)) continue;
    after = withKnownKind(after, apiVersion, kind);
  }
  return after;
}

/** A kind at a version as an object names it. */
export interface NamedKind {
  readonly apiVersion: string;
  readonly kind: string;
}

/** The kinds that a step's settings, text and files name, each once. */
export function kindsNamed(step: Step, texts: KnownTexts): readonly NamedKind[] {
  const named = new Map<string, NamedKind>();
  const add = (apiVersion: string, kind: string) => named.set(`${apiVersion} ${kind}`, { apiVersion, kind });
  if (step.object !== undefined) add(step.object.apiVersion, step.object.kind);
  for (const object of objectsOf(step, texts))
    add(stringAt(object, 'apiVersion') ?? '', stringAt(object, 'kind') ?? '');
  return [...named.values()];
}

const none: ReadonlySet<string> = new Set();

/** The names of the CustomResourceDefinitions that steps hold, `certificates.cert-manager.io`. */
export function definitionsOf(steps: readonly Step[], texts: KnownTexts): ReadonlySet<string> {
  const holding = steps.filter((step) => step.off !== true && textsOf(step).some(mentionsDefinition));
  if (holding.length === 0) return none;
  const objects = holding.flatMap((step) => objectsOf(step, texts));
  const definitions = objects.filter((object) => stringAt(object, 'kind') === 'CustomResourceDefinition');
  return new Set(definitions.map((definition) => stringAt(mapAt(definition, 'metadata'), 'name') ?? ''));
}

export function mentionsDefinition(text: string): boolean {
  return text.includes('CustomResourceDefinition');
}

/** What is written in a step: its text, or the files of a command. */
export function textsOf({ kind, text, files }: Step): readonly string[] {
  return kind === 'kubectl' ? Object.values(files ?? {}) : [text];
}

/** The objects that are written in a step, and those in lists of them. */
function objectsOf(step: Step, texts: KnownTexts): readonly ValueMap[] {
  return textsOf(step).flatMap((text) => {
    // Files are read for nothing else here, and few name a group with a dot.
    if (step.kind === 'kubectl' && !/apiVersion["']?\s*:\s*["']?[\w-]+\./.test(text)) return [];
    const values = readStepText(text, texts).documents.map(({ value }) => value);
    return values.filter(isMap).flatMap((value) => [value, ...(listAt(value, 'items') ?? []).filter(isMap)]);
  });
}
