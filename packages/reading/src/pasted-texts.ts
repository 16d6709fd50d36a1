import type { RunOptions } from '@managed-fields/player';
import type { Scenario } from '@managed-fields/scenario';
import { type JoinedConflict, type JoinedScenario, joinError, joinObject, joinPasted } from './error/join-conflict.ts';
import { kindsAtHand } from './kinds-at-hand.ts';
import { messagesIn, type Pasted } from './pasted.ts';
import { readPasted } from './read-pasted.ts';

/** What pasted texts were read as, and the conflict and the object among them and on screen that belong together. */
export interface PastedTexts {
  readonly read: readonly Pasted[];
  readonly joined: Joined | undefined;
}

/**
 * A conflict and a live object, joined. `pasted`: both were pasted; `with-object`: the conflict was pasted, the object
 * is on screen; `with-conflict`: the object was pasted, the conflict is on screen.
 */
export type Joined =
  | ({ readonly kind: 'pasted' } & JoinedConflict)
  | ({ readonly kind: 'with-object' | 'with-conflict' } & JoinedScenario);

/** Where texts are pasted: the selected step; `inPlace` where the text is that step's own. */
export interface PastePlace {
  readonly after?: string;
  readonly inPlace?: boolean;
}

/**
 * Reads texts that somebody pasted. One conflict is joined with a live object that was pasted with it, else with one of
 * the scenario; one live object with the conflict of which the scenario was made.
 */
export function readPastedTexts(
  texts: readonly string[],
  place: PastePlace,
  scenario: Scenario,
  options: RunOptions,
): PastedTexts {
  const kinds = kindsAtHand(texts, scenario, options);
  const read = texts.map((text) => readPasted(text, options.catalog, kinds));
  return { read, joined: joinedOf(read, place, scenario, { catalog: options.catalog, kinds }) };
}

function joinedOf(
  read: readonly Pasted[],
  place: PastePlace,
  scenario: Scenario,
  options: Parameters<typeof joinObject>[2],
): Joined | undefined {
  if (read.some(({ kind }) => kind === 'scenario' || kind === 'requests')) return undefined;
  const errors = messagesIn(read);
  const objects = read.flatMap((each) => (each.kind === 'objects' ? each.objects : []));
  const [error] = errors;
  const [object] = objects;
  if (error === undefined) {
    // A text that stands in a step already makes way for its own steps.
    const isOther = place.inPlace !== true && objects.length === 1;
    const joined = isOther && object !== undefined ? joinObject(scenario, object, options) : undefined;
    return joined && { kind: 'with-conflict', ...joined };
  }
  if (errors.length > 1 || error.facts.code !== 'conflict') return undefined;
  if (objects.length > 0) {
    const joined = joinPasted(error.facts, objects, options);
    return joined && { kind: 'pasted', ...joined };
  }
  const joined = joinError(scenario, error.facts, place, options);
  return joined && { kind: 'with-object', ...joined };
}
