import type { FoundObject, OtherDocument, Pasted, StepReading } from '@managed-fields/reading';
import {
  addStep,
  type NewStep,
  newScenario,
  nextStepId,
  removeStep,
  type Scenario,
  type Step,
  type StepKind,
  withText,
} from '@managed-fields/scenario';
import { commandOn } from '../scenario/steps/new-command.ts';

/** One thing that was found in the pasted text, and the kinds of step that it can become. */
export interface Part {
  readonly key: string;
  readonly what:
    | { readonly kind: 'object'; readonly object: FoundObject }
    | { readonly kind: 'request'; readonly reading: StepReading }
    | { readonly kind: 'other'; readonly other: OtherDocument };
  /** The kinds of step to choose from; empty for what cannot become a step. */
  readonly kinds: readonly StepKind[];
  /** The kind that is chosen at first; undefined for what is left out at first. */
  readonly preset: StepKind | undefined;
}

/** The kind of step chosen for each part, by its key; undefined for a part that is left out. */
export type Choices = ReadonlyMap<string, StepKind | undefined>;

/** Returns all parts of the pasted texts, in their order. */
export function partsOf(pasted: readonly Pasted[]): readonly Part[] {
  return pasted.flatMap((each, at): readonly Part[] => {
    if (each.kind === 'requests') return each.readings.map((reading, index) => requestPart(`${at} ${index}`, reading));
    if (each.kind !== 'objects' && each.kind !== 'parts') return [];
    const objects = each.kind === 'objects' ? each.objects : [];
    return [
      ...objects.map((object, index) => objectPart(`${at} object ${index}`, object)),
      ...each.others.map((other, index) => otherPart(`${at} other ${index}`, other)),
    ];
  });
}

function requestPart(key: string, reading: StepReading): Part {
  const kinds = reading.kind === 'step' ? [reading.step.kind] : [];
  return { key, what: { kind: 'request', reading }, kinds, preset: kinds[0] };
}

function objectPart(key: string, object: FoundObject): Part {
  const what = { kind: 'object', object } as const;
  if (object.obstacle === 'credentials') return { key, what, kinds: [], preset: undefined };
  if (object.nature === 'definition') return { key, what, kinds: ['crd'], preset: 'crd' };
  const preset = object.nature === 'live' ? 'live' : 'apply';
  return {
    key,
    what,
    kinds: ['live', 'apply', 'create', 'update', 'kubectl'],
    preset: object.obstacle === undefined ? preset : undefined,
  };
}

function otherPart(key: string, other: OtherDocument): Part {
  const what = { kind: 'other', other } as const;
  if (other.code === 'json-patch') return { key, what, kinds: ['json-patch'], preset: 'json-patch' };
  if (other.code !== 'fragment') return { key, what, kinds: [], preset: undefined };
  return { key, what, kinds: ['merge-patch', 'strategic-merge-patch', 'apply'], preset: 'merge-patch' };
}

/** Returns the steps for the chosen parts: first the definitions of kinds, then the rest, each in their order. */
export function stepsOf(parts: readonly Part[], choices: Choices): readonly NewStep[] {
  const defined = new Set<string>();
  const [first, rest]: [Part[], Part[]] = [[], []];
  for (const part of parts) {
    const { what } = part;
    const name = what.kind === 'object' && what.object.nature === 'definition' ? what.object.name : undefined;
    if (name === undefined || defined.has(name)) rest.push(part);
    else first.push(part);
    if (name !== undefined) defined.add(name);
  }
  return [...first, ...rest].flatMap(({ key, what, preset }): readonly NewStep[] => {
    const kind = choices.has(key) ? choices.get(key) : preset;
    if (kind === undefined) return [];
    if (what.kind === 'request') return what.reading.kind === 'step' ? [what.reading.step] : [];
    const { text } = what.kind === 'object' ? what.object : what.other;
    if (kind === 'kubectl') return [commandOn(text)];
    return [{ kind, text, ...(kind === 'live' || kind === 'crd' ? {} : { manager: managers[kind] ?? 'me' }) }];
  });
}

const managers: Readonly<Partial<Record<StepKind, string>>> = {
  create: 'kubectl-create',
  update: 'controller',
  'merge-patch': 'kubectl-patch',
  'strategic-merge-patch': 'kubectl-patch',
  'json-patch': 'kubectl-patch',
};

/** Names an object by its kind: `Deployment shop/web`. */
export function objectText({ kind, namespace, name }: Readonly<Record<'kind' | 'namespace' | 'name', string>>): string {
  return `${kind} ${namespace === '' ? name : `${namespace}/${name}`}`;
}

/** Returns the one object that was pasted, where it becomes a step without a choice; undefined for all else. */
export function onlyObject(pasted: readonly Pasted[]): (Part & { readonly preset: StepKind }) | undefined {
  const [only, ...more] = partsOf(pasted);
  const [text] = pasted;
  if (only?.what.kind !== 'object' || only.preset === undefined || more.length > 0) return undefined;
  return text?.kind === 'objects' && text.errors === undefined ? { ...only, preset: only.preset } : undefined;
}

/**
 * Where the new steps go: joined with what is on screen, in place of a step, after the selected one, or into a new
 * scenario.
 */
export type Destination = 'join' | 'here' | 'add' | 'new';

/** What the destination `here` does: it fills a blank page, changes the text of a step, or replaces a step. */
export type HereMeaning = 'fill' | 'text' | 'step';

/** Returns what `here` does with these steps; undefined where it cannot be chosen. */
export function meaningOfHere(
  steps: readonly NewStep[],
  selected: Step | undefined,
  isBlank: boolean,
  fromStep: string | undefined,
  isRequest = false,
): HereMeaning | undefined {
  if (isBlank) return 'fill';
  if (selected === undefined || steps.length === 0) return undefined;
  if (fromStep === selected.id) return 'step';
  const [only] = steps;
  if (steps.length > 1 || only === undefined) return undefined;
  // A request has settings of its own, which a change of the text alone would lose.
  return !isRequest && holdsObject(selected.kind) && holdsObject(only.kind) ? 'text' : 'step';
}

function holdsObject(kind: StepKind): boolean {
  return ['live', 'apply', 'create', 'update', 'crd', 'status'].includes(kind);
}

/** Returns the scenario with the new steps in it, and the id of the step to select. */
export function takenIn(
  scenario: Scenario,
  selectedId: string | undefined,
  steps: readonly NewStep[],
  destination: 'add' | HereMeaning,
): { readonly scenario: Scenario; readonly select: string | undefined } {
  const at = scenario.steps.findIndex(({ id }) => id === selectedId);
  const selected = scenario.steps[at];
  const [first] = steps;
  if (destination === 'fill') {
    const filled = { ...scenario, steps: newScenario('', steps).steps };
    return { scenario: filled, select: filled.steps.at(-1)?.id };
  }
  if (destination === 'text' && selected !== undefined && first !== undefined) {
    return { scenario: withText(scenario, selected.id, first.text), select: selected.id };
  }
  const added = steps.reduce(
    (so, step, index) => {
      const id = nextStepId(so.scenario);
      return { scenario: addStep(so.scenario, step, at < 0 ? undefined : at + 1 + index), select: id };
    },
    { scenario, select: selectedId } as { readonly scenario: Scenario; readonly select: string | undefined },
  );
  if (destination !== 'step' || selected === undefined || steps.length === 0) return added;
  return { scenario: removeStep(added.scenario, selected.id), select: added.select };
}
