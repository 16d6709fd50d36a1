import { checkForm, plainForm, type Scenario } from '@managed-fields/scenario';
import { decodeExample, decodeLesson, encodeLesson } from '@managed-fields/share-link';
import type { DecodedLink } from '@managed-fields/share-link/decode';
import type { Draft, DraftStorage } from './drafts.ts';
import type { ExampleAtStep } from './examples.ts';
import { draftFragment, draftInFragment, exampleFragment } from './link-address.ts';
import {
  draftOf,
  isSameScenario,
  isUnwritten,
  type Message,
  type Origin,
  type ScenarioState,
} from './scenario-store.ts';

// Decides what an address leads to, and what the address says of the page. Pure: `address.ts` does what is decided here.

/** What the page remembers of its address. */
export interface AddressState {
  /** The fragment that was written or followed last, with its `#`; another one in the address is being followed. */
  readonly known: string;
  /** What that fragment names is being fetched, so the screen does not show it yet. */
  readonly fetching: boolean;
  /** The page has just been loaded, and there is nothing to go back to. */
  readonly arriving: boolean;
}

/** What happened to the address or on the screen. */
export type AddressEvent =
  /** The page was loaded with this fragment and history entry, or was led to it later. */
  | { readonly kind: 'arrived'; readonly hash: string; readonly entry: HistoryEntry | undefined }
  /** The example or lesson that the fragment names was fetched, or cannot be. */
  | {
      readonly kind: 'example-loaded';
      readonly of: Named;
      readonly fragment: string;
      readonly name: string;
      readonly example: ExampleAtStep;
    }
  /** The link in the address was decoded. `query` is that of the address. */
  | { readonly kind: 'decoded'; readonly link: DecodedLink; readonly fragment: string; readonly query: string }
  /** The code that decodes links cannot be fetched. */
  | { readonly kind: 'decoder-missing'; readonly fragment: string }
  /** A scenario was opened and is on screen. */
  | { readonly kind: 'shown' }
  /** What the address led to when the page was loaded is on screen. */
  | { readonly kind: 'arrival-ended' }
  /** The store of the scenario changed. */
  | { readonly kind: 'changed'; readonly state: ScenarioState; readonly before: ScenarioState }
  /** The address is to say what is on screen. `hash` and `query` are those of the address as it is. */
  | { readonly kind: 'write'; readonly state: ScenarioState; readonly hash: string; readonly query: string }
  /** The address was written, and has this fragment now. */
  | { readonly kind: 'written'; readonly hash: string };

/** What an address can name that lies beside the page. */
export type Named = 'example' | 'lesson';

/** What is to be done, in order. */
export type AddressEffect =
  /** Shows a draft, or a blank page where there is none. */
  | { readonly kind: 'open-draft'; readonly draft: Draft | undefined }
  /** Shows the scenario of a history entry, and tries again to store it. Without an id it becomes a new draft. */
  | { readonly kind: 'open-kept'; readonly scenario: Scenario; readonly id: string | undefined }
  /** Shows the scenario of a link, at a step. */
  | { readonly kind: 'open-shared'; readonly scenario: Scenario; readonly selected: string | undefined }
  /** Fetches an example or a lesson; `example-loaded` follows. */
  | {
      readonly kind: 'load-example';
      readonly of: Named;
      readonly name: string;
      readonly step: string | undefined;
      readonly fragment: string;
    }
  /** Shows an example or a lesson, at a step. */
  | {
      readonly kind: 'open-example';
      readonly of: Named;
      readonly name: string;
      readonly scenario: Scenario;
      readonly selected: string | undefined;
    }
  /** Fetches the decoder; `decoded` or `decoder-missing` follows. */
  | { readonly kind: 'decode'; readonly fragment: string }
  /** Says above the panes that links cannot be decoded now. */
  | { readonly kind: 'report-missing-decoder' }
  /** Shows a message above the panes; undefined removes it. */
  | { readonly kind: 'show-message'; readonly message: Message | undefined }
  /** Notes that a draft is being opened, in case that the page hangs on it. */
  | { readonly kind: 'note-opening'; readonly id: string }
  | { readonly kind: 'forget-opening' }
  /** Stores what was on screen at this state, where it was changed. */
  | { readonly kind: 'keep-draft'; readonly state: ScenarioState }
  /** Stores what is on screen and writes the address. */
  | { readonly kind: 'keep-now' }
  /** The same, once nothing has changed for a moment. */
  | { readonly kind: 'keep-soon' }
  /** Puts the address in the place of the present one; `written` follows where the browser takes it. */
  | { readonly kind: 'write-address'; readonly address: PageAddress };

/** What this browser has stored. */
export interface KeptDrafts extends Pick<DraftStorage, 'read' | 'list' | 'current'> {
  /** Whether the page was opening this draft last time and never came to its first view. */
  readonly isStuck: (id: string) => boolean;
}

/** What a history entry remembers: the draft that it shows, and the scenario itself where no storage takes it. */
export interface HistoryEntry {
  readonly draft: string | undefined;
  readonly scenario: Scenario | undefined;
  /** It was left while nothing was written on it. */
  readonly blank?: true;
}

/** What the address says of the page, without the path. */
export interface PageAddress {
  /** Empty, or with its `?`. */
  readonly query: string;
  /** Without `#`. */
  readonly fragment: string;
  /** Plain data for the history entry, as `parseEntry` reads it; null for nothing. */
  readonly entry: object | null;
}

/** The state of a page that was just loaded. */
export const arrivingState: AddressState = { known: '', fetching: false, arriving: true };

/** Returns the state after an event, and what is to be done. */
export function onAddressEvent(
  state: AddressState,
  event: AddressEvent,
  kept: KeptDrafts,
): { readonly state: AddressState; readonly effects: readonly AddressEffect[] } {
  // What was fetched for an address that somebody has left by now is not shown.
  if ('fragment' in event && `#${event.fragment}` !== state.known) return { state, effects: [] };
  switch (event.kind) {
    case 'arrived': {
      const effects = arrived(state, event.hash.slice(1), event.entry, kept);
      const fetching = effects.some(({ kind }) => kind === 'decode' || kind === 'load-example');
      return { state: { ...state, known: event.hash, fetching }, effects };
    }
    case 'example-loaded':
      return { state, effects: exampleLoaded(state, event, kept) };
    case 'decoded':
      return { state, effects: decoded(state, event, kept) };
    case 'decoder-missing': {
      const draft = openByItself(state, draftToOpen(kept, kept.current()), kept);
      return { state, effects: [...draft, { kind: 'report-missing-decoder' }] };
    }
    case 'shown':
      return { state: { ...state, fetching: false }, effects: [] };
    case 'arrival-ended':
      return { state: { ...state, arriving: false }, effects: [] };
    case 'changed':
      return { state, effects: changed(event.state, event.before) };
    case 'write': {
      // Somebody is on the way to another address: writing would lead them back.
      if (event.hash !== state.known || state.fetching) return { state, effects: [] };
      const address = addressOf(event.state, event.query);
      return { state, effects: address === undefined ? [] : [{ kind: 'write-address', address }] };
    }
    case 'written':
      return { state: { ...state, known: event.hash }, effects: [] };
  }
}

/** Returns the draft of an id, or the newest where there is none of that id; undefined where there is no draft. */
export function draftToOpen(kept: KeptDrafts, id: string | undefined): Draft | undefined {
  return (id === undefined ? undefined : kept.read(id)) ?? kept.read(kept.list()[0]?.id ?? '');
}

/** Reads the state of a history entry, which anything may have written; undefined where it says nothing to us. */
export function parseEntry(state: unknown): HistoryEntry | undefined {
  if (typeof state !== 'object' || state === null) return undefined;
  const draft = 'draft' in state && typeof state.draft === 'string' ? state.draft : undefined;
  const checked = 'scenario' in state ? checkForm(state.scenario) : undefined;
  const scenario = checked?.kind === 'scenario' ? checked.scenario : undefined;
  const blank = 'blank' in state && state.blank === true;
  if (draft === undefined && scenario === undefined && !blank) return undefined;
  return { draft, scenario, ...(blank ? { blank } : {}) };
}

function arrived(
  state: AddressState,
  fragment: string,
  entry: HistoryEntry | undefined,
  kept: KeptDrafts,
): readonly AddressEffect[] {
  if (entry?.scenario !== undefined) return [{ kind: 'open-kept', scenario: entry.scenario, id: entry.draft }];
  const remembered = entry?.draft === undefined ? undefined : kept.read(entry.draft);
  if (remembered !== undefined) return openByItself(state, remembered, kept);
  // Back leads to the blank page that was left; a page that is loaded opens the newest draft instead.
  if (entry?.blank && !state.arriving && fragment === '') return [{ kind: 'open-draft', draft: undefined }];
  const named = draftInFragment(fragment);
  if (named !== undefined) {
    const here = kept.read(named);
    if (here !== undefined) return openByItself(state, here, kept);
    const other = openByItself(state, draftToOpen(kept, kept.current()), kept);
    return [...other, { kind: 'show-message', message: { kind: 'draft-elsewhere' } }];
  }
  const example = decodeExample(fragment);
  if (example !== undefined) {
    return [{ kind: 'load-example', of: 'example', name: example.name, step: example.step, fragment }];
  }
  const lesson = decodeLesson(fragment);
  if (lesson !== undefined) return [{ kind: 'load-example', of: 'lesson', name: lesson, step: undefined, fragment }];
  if (fragment === '') return openByItself(state, draftToOpen(kept, kept.current()), kept);
  return [{ kind: 'decode', fragment }];
}

/** Opens a draft, unless it kept the page from its first view last time: then the page says so instead. */
function openByItself(state: AddressState, draft: Draft | undefined, kept: KeptDrafts): readonly AddressEffect[] {
  if (!state.arriving || draft === undefined) return [{ kind: 'open-draft', draft }];
  const { id } = draft;
  if (!kept.isStuck(id)) {
    return [
      { kind: 'note-opening', id },
      { kind: 'open-draft', draft },
    ];
  }
  return [
    { kind: 'forget-opening' },
    { kind: 'open-draft', draft: undefined },
    { kind: 'show-message', message: { kind: 'draft-unopened', id } },
  ];
}

function exampleLoaded(
  state: AddressState,
  { of, name, example: { loaded, selected } }: Extract<AddressEvent, { readonly kind: 'example-loaded' }>,
  kept: KeptDrafts,
): readonly AddressEffect[] {
  if (loaded.kind === 'loaded') {
    return [
      { kind: 'show-message', message: undefined },
      { kind: 'open-example', of, name, scenario: loaded.scenario, selected },
    ];
  }
  const message: Message = { kind: 'example-failure', of, name, reason: loaded.reason };
  return [{ kind: 'show-message', message }, ...openByItself(state, draftToOpen(kept, kept.current()), kept)];
}

function decoded(
  state: AddressState,
  { link, fragment, query }: Extract<AddressEvent, { readonly kind: 'decoded' }>,
  kept: KeptDrafts,
): readonly AddressEffect[] {
  if (link.kind === 'scenario') {
    return [{ kind: 'show-message', message: undefined }, openLinked(link.scenario, query, kept)];
  }
  const draft = openByItself(state, draftToOpen(kept, kept.current()), kept);
  if (link.kind !== 'failure') return draft;
  return [...draft, { kind: 'show-message', message: { kind: 'link-failure', failure: link, fragment } }];
}

/** A link to what the current draft holds opens that draft; any other is shown as shared. */
function openLinked(scenario: Scenario, query: string, kept: KeptDrafts): AddressEffect {
  const current = kept.current();
  const draft = current === undefined ? undefined : kept.read(current);
  if (draft !== undefined && isSameScenario(draft.scenario, scenario)) return { kind: 'open-draft', draft };
  return { kind: 'open-shared', scenario, selected: stepOf(scenario, query) };
}

/** The step that a link's query names, by its place from 1 or by its id. */
function stepOf({ steps }: Scenario, query: string): string | undefined {
  const step = new URLSearchParams(query).get('step');
  return (steps.find(({ id }) => id === step) ?? steps[Number(step) - 1])?.id;
}

function changed(state: ScenarioState, before: ScenarioState): readonly AddressEffect[] {
  // Undo may lead to another draft before the last change of this one was stored.
  const keep: readonly AddressEffect[] = state.opened === before.opened ? [] : [{ kind: 'keep-draft', state: before }];
  const isUnchanged =
    state.scenario === before.scenario && state.selected === before.selected && state.origin === before.origin;
  if (isUnchanged) return keep;
  // A reload opens what the address and its history entry held before it: so the address names the draft from its first
  // change on, and an entry that holds the scenario itself holds each change. Browsers limit how often it is written.
  if (state.kept.kind === 'failed') return [...keep, { kind: 'keep-now' }, { kind: 'keep-soon' }];
  const isFirst = state.touched && !before.touched;
  return [...keep, { kind: isFirst ? 'keep-now' : 'keep-soon' }];
}

/**
 * Returns the address for what is on screen; undefined where it is to stay as it is. It carries a scenario only where
 * somebody shared it, or where it came from a link or the gallery and is unchanged; else it names the draft, which lies in
 * the storage. What the storage does not take is kept by the history entry, in this tab alone.
 */
function addressOf(state: ScenarioState, query: string): PageAddress | undefined {
  const { origin, touched, kept, scenario, selected, shared } = state;
  const isShared = shared?.scenario === scenario;
  // A link that was opened stays in the address as it came until something changes.
  if (origin.kind === 'shared' && !touched && !isShared) return undefined;
  const draft = isUnwritten(scenario) ? undefined : draftOf(origin);
  const onlyHere = touched && kept.kind === 'failed' && draft !== undefined;
  const named = draft === undefined || onlyHere ? '' : draftFragment(draft);
  const unchanged = touched ? named : (fragmentOf(origin, scenario, selected) ?? named);
  const entry = {
    ...(draft === undefined ? {} : { draft }),
    ...(onlyHere ? { scenario: plainForm(scenario) } : {}),
  };
  return {
    query: queryFor(origin, query),
    fragment: isShared ? shared.fragment : unchanged,
    entry: Object.keys(entry).length === 0 ? null : entry,
  };
}

/** The fragment that names an example or a lesson. */
function fragmentOf(origin: Origin, scenario: Scenario, selected: string | undefined): string | undefined {
  if (origin.kind === 'lesson') return encodeLesson(origin.name);
  return origin.kind === 'example' ? exampleFragment(origin.name, scenario, selected) : undefined;
}

/** The query without the step and view of a link, once something else than the link is on screen. */
function queryFor(origin: Origin, query: string): string {
  if (origin.kind === 'shared') return query;
  const kept = new URLSearchParams(query);
  if (!kept.has('step') && !kept.has('view')) return query;
  kept.delete('step');
  kept.delete('view');
  return kept.size === 0 ? '' : `?${kept}`;
}
