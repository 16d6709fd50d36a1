import { attempt, catalogOf, type ModuleName, NotLoaded } from '@managed-fields/api-server';
import { commandsIn, unescaped } from '@managed-fields/kubectl';
import { isMap, listAt, mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import type { Step } from '@managed-fields/scenario';
import { mayBeCustom } from './custom-kind.ts';
import { withKnownKind } from './known-kinds.ts';
import type { PlayState } from './play-state.ts';
import { type KnownTexts, readStepText } from './step-text.ts';

/**
 * Adds the known definitions of the kinds that a step names to the cluster, where neither the server nor the scenario
 * defines them. Returns the same state where there is nothing to add. Definitions that are not loaded are asked for all
 * at once.
 */
export function withNamedKinds(before: PlayState, step: Step, texts: KnownTexts): PlayState {
  if (step.off === true || step.kind === 'crd') return before;
  const missing: ModuleName[] = [];
  let state = before;
  for (const kind of kindsNamed(step, texts)) {
    const attempted = attempt(() => withNamedKind(state, kind));
    if (attempted.kind === 'done') state = attempted.value;
    else missing.push(...attempted.modules);
  }
  if (missing.length > 0) throw new NotLoaded(missing);
  return state;
}

/**
 * Adds the known definition of a kind to the cluster, where neither the server nor the scenario defines it. Returns the
 * same state where there is nothing to add.
 */
export function withNamedKind(state: PlayState, { apiVersion, kind }: NamedKind): PlayState {
  const catalog = catalogOf(state.cluster);
  if (catalog.findKind(apiVersion, kind) !== undefined || !mayBeCustom(apiVersion, kind, catalog)) return state;
  return withKnownKind(state, apiVersion, kind);
}

/** A kind at a version as an object names it. */
export interface NamedKind {
  readonly apiVersion: string;
  readonly kind: string;
}

/** The kinds that the settings, the text and the files of a step name, each once. */
function kindsNamed(step: Step, texts: KnownTexts): readonly NamedKind[] {
  const named = new Map<string, NamedKind>();
  const add = (apiVersion: string, kind: string) => named.set(`${apiVersion} ${kind}`, { apiVersion, kind });
  if ('object' in step && step.object !== undefined) add(step.object.apiVersion, step.object.kind);
  for (const object of objectsOf(step, texts))
    add(stringAt(object, 'apiVersion') ?? '', stringAt(object, 'kind') ?? '');
  return [...named.values()];
}

const none: ReadonlySet<string> = new Set();

/** The names of the CustomResourceDefinitions that the steps hold, such as `certificates.cert-manager.io`. */
export function definitionsOf(steps: readonly Step[], texts: KnownTexts): ReadonlySet<string> {
  const holding = steps.filter((step) => step.off !== true && textsOf(step).some(mentionsDefinition));
  if (holding.length === 0) return none;
  const objects = holding.flatMap((step) => objectsOf(step, texts));
  const definitions = objects.filter((object) => stringAt(object, 'kind') === 'CustomResourceDefinition');
  return new Set(definitions.map((definition) => stringAt(mapAt(definition, 'metadata'), 'name') ?? ''));
}

function mentionsDefinition(text: string): boolean {
  return text.includes('CustomResourceDefinition');
}

/** The texts of a step that hold objects: its own text, or the files of a command and the texts in its line. */
function textsOf(step: Step): readonly string[] {
  if (step.kind !== 'kubectl') return [step.text];
  const inLine = step.text.includes('apiVersion') ? textsInLine(step.text) : [];
  return [...Object.values(step.files ?? {}), ...inLine];
}

/** The texts in a command line: here-documents, here-strings, and words with what backslashes in them mean. */
function textsInLine(line: string): readonly string[] {
  return commandsIn(line).flatMap(({ words, redirects }) => [
    ...redirects.flatMap((redirect) => (redirect.kind === 'text' ? [redirect.text] : [])),
    ...words.flatMap(({ text }) => (text.includes('\\') ? [text, unescaped(text, 'quoted')] : [text])),
  ]);
}

/** The objects in the texts of a step, and the items of lists among them. */
function objectsOf(step: Step, texts: KnownTexts): readonly ValueMap[] {
  return textsOf(step).flatMap((text) => {
    // Only custom kinds matter here, and their groups have a dot: most files need not be read.
    if (step.kind === 'kubectl' && !/apiVersion["']?\s*:\s*["']?[\w-]+\./.test(text)) return [];
    const values = readStepText(text, texts).documents.map(({ value }) => value);
    return values.filter(isMap).flatMap((value) => [value, ...(listAt(value, 'items') ?? []).filter(isMap)]);
  });
}
