import type { Scenario } from '@managed-fields/scenario';
import { fetchCode, tellMissing } from '../code/fetch-code.ts';
import {
  type AddressEffect,
  type AddressEvent,
  arrivingState,
  draftToOpen,
  type KeptDrafts,
  type Named,
  onAddressEvent,
  type PageAddress,
  parseEntry,
} from './address-machine.ts';
import {
  browserStorage,
  type Draft,
  draftStorage,
  forgetOpening,
  isStuck,
  noteOpening,
  type StoreOutcome,
} from './drafts.ts';
import { type ExampleAtStep, loadExampleAt } from './examples.ts';
import { historyOfReload, keepHistory } from './kept-history.ts';
import { loadLessonStart } from './lessons.ts';
import {
  blankScenario,
  draftOf,
  historyNow,
  isUnwritten,
  type Origin,
  openScenario,
  showMessage,
  takeUpHistory,
  useScenario,
} from './scenario-store.ts';

// Keeps the scenario on screen, the drafts in the browser and the fragment of the address in step. `address-machine.ts`
// decides; this file asks the browser and the stores to do it.

/** The drafts of this browser. */
export const drafts = draftStorage(browserStorage());

const kept: KeptDrafts = { ...drafts, isStuck };

const loadDecoder = () => import('@managed-fields/share-link/decode');

/** Milliseconds from the last change until draft and address are written. */
const quietMs = 300;

/** Milliseconds after which a draft that was opened is on screen, where the page does anything at all. */
const drawnMs = 3000;

/** What the page remembers of its address; only `dispatch` changes it. */
let state = arrivingState;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Opens what the address names, then keeps draft and address up to date for as long as the page lives. */
export async function followAddress(): Promise<void> {
  window.addEventListener('hashchange', () => {
    keepDraft();
    void arrive();
  });
  window.addEventListener('pagehide', () => {
    keepNow();
    // A page that is left before it shows anything keeps what the one before it kept.
    if (!state.arriving) keepHistory(historyNow());
  });
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && keepNow());
  window.addEventListener('storage', ({ key }) => leaveDraftOfOtherTab(key));
  await arrive();
  const before = historyOfReload();
  if (before !== undefined) takeUpHistory(before);
  await dispatch({ kind: 'arrival-ended' });
  useScenario.subscribe((now, before) => void dispatch({ kind: 'changed', state: now, before }));
}

/** Makes the scenario on screen a draft of its own. The draft of before stays in the list. */
export function editCopy(): void {
  const { origin } = useScenario.getState();
  useScenario.setState({ origin: { kind: 'draft', id: draftOf(origin) ?? newDraftId() }, touched: true });
  keepNow();
}

/** Shows the draft of this browser again, or a blank one where there is none. */
export function backToDraft(): void {
  keepDraft();
  showMessage(undefined);
  openDraft(drafts.current());
  writeAddress();
}

/** Shows one draft of the list and makes it the current one. */
export function openDraftById(id: string): void {
  keepDraft();
  showMessage(undefined);
  // A page that hangs now never removes the note.
  noteOpening(id);
  setTimeout(forgetOpening, drawnMs);
  openDraft(id);
  drafts.makeCurrent(id);
  writeAddress();
}

/** Starts a new draft with a scenario, by default a blank one. The draft of before stays in the list. */
export function startDraft(scenario: Scenario = blankScenario()): void {
  keepDraft();
  showMessage(undefined);
  show(scenario, { kind: 'draft', id: newDraftId() });
  // A scenario with a text is stored at once; a blank page is not.
  if (!isUnwritten(scenario)) useScenario.setState({ touched: true });
  keepNow();
}

/** Shows an example of the gallery, without touching the draft. Resolves to false, and shows why, where it cannot. */
export function openExample(name: string, step?: string): Promise<boolean> {
  return openNamed('example', name, step);
}

/** Shows a lesson at its start, without touching the draft. Resolves to false, and shows why, where it cannot. */
export function openLesson(name: string): Promise<boolean> {
  return openNamed('lesson', name, undefined);
}

async function openNamed(of: Named, name: string, step: string | undefined): Promise<boolean> {
  keepDraft();
  const { loaded, selected } = await loadNamed(of, name, step);
  if (loaded.kind === 'failed') {
    showMessage({ kind: 'example-failure', of, name, reason: loaded.reason });
    return false;
  }
  showMessage(undefined);
  showNamed(of, name, loaded.scenario, selected);
  return true;
}

function loadNamed(of: Named, name: string, step: string | undefined): Promise<ExampleAtStep> {
  return of === 'lesson' ? loadLessonStart(name) : loadExampleAt(name, step);
}

/** Stores what is on screen and writes the address at once, without waiting for a pause. */
export function keepNow(): void {
  clearTimeout(timer);
  keepDraft();
  writeAddress();
}

/** Puts the link that was just shared into the address, until something changes. */
export function shareInAddress(fragment: string): void {
  const { scenario } = useScenario.getState();
  useScenario.setState({ shared: { scenario, fragment } });
  writeAddress();
}

/** Shows a draft, or the newest where there is none of that id, or a blank one. */
export function openDraft(id: string | undefined): void {
  showDraft(draftToOpen(kept, id));
}

/**
 * Stores what is on screen where it was changed: a link or an example as a draft of its own, which opens only when it is
 * asked for. Takes the state of the store, by default the present one.
 */
export function keepDraft({ origin, scenario, selected, touched, kept, opened } = useScenario.getState()): void {
  if (!touched) return;
  const id = draftOf(origin) ?? newDraftId();
  if (draftOf(origin) === undefined && useScenario.getState().opened === opened) {
    useScenario.setState({ origin: withDraft(origin, id) });
  }
  const saved = new Date().toISOString();
  const written = drafts.write({ id, scenario, selected, saved });
  if (written.kind === 'stored' && origin.kind === 'draft') drafts.makeCurrent(id);
  if (!sameOutcome(written, kept)) useScenario.setState({ kept: written });
}

/** Writes the address of what is on screen, unless the page is being led to another address. */
export function writeAddress(): void {
  const { hash, search } = location;
  void dispatch({ kind: 'write', state: useScenario.getState(), hash, query: search });
}

/** An id that no draft has yet. */
export function newDraftId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join('');
}

/** Opens what the address names now. */
function arrive(): Promise<void> {
  arrivals += 1;
  arrival = dispatch({ kind: 'arrived', hash: location.hash, entry: parseEntry(history.state) }).finally(() => {
    arrivals -= 1;
  });
  return arrival;
}

/** How many arrivals are under way, and the last of them. */
let arrivals = 0;
let arrival: Promise<void> = Promise.resolve();

/** Whether the address leads elsewhere just now: what changes on screen does so by itself. */
export function isBeingLed(): boolean {
  return arrivals > 0 || state.arriving || state.fetching || location.hash !== state.known;
}

/** Resolves when what the address led to last is on screen. */
export function arrivalEnded(): Promise<void> {
  return arrival;
}

/** Takes an event in and does what follows of it. Resolves when that is on screen. */
async function dispatch(event: AddressEvent): Promise<void> {
  const next = onAddressEvent(state, event, kept);
  state = next.state;
  for (const effect of next.effects) {
    const done = perform(effect);
    // Most effects are done at once, and the caller of `dispatch` relies on that.
    if (done !== undefined) await done;
  }
}

/** Does one thing; returns a promise only where that takes time. */
function perform(effect: AddressEffect): Promise<void> | undefined {
  switch (effect.kind) {
    case 'open-draft':
      showDraft(effect.draft);
      return;
    case 'open-kept':
      openKept(effect.scenario, effect.id ?? newDraftId());
      return;
    case 'open-shared':
      show(effect.scenario, { kind: 'shared' }, effect.selected);
      return;
    case 'load-example':
      return loadNamedExample(effect);
    case 'open-example':
      showNamed(effect.of, effect.name, effect.scenario, effect.selected);
      return;
    case 'decode':
      return decode(effect.fragment);
    case 'report-missing-decoder':
      tellMissing(loadDecoder);
      return;
    case 'show-message':
      showMessage(effect.message);
      return;
    case 'note-opening':
      noteOpening(effect.id);
      return;
    case 'forget-opening':
      forgetOpening();
      return;
    case 'keep-draft':
      keepDraft(effect.state);
      return;
    case 'keep-now':
      keepNow();
      return;
    case 'keep-soon':
      clearTimeout(timer);
      timer = setTimeout(keepNow, quietMs);
      return;
    case 'write-address':
      replaceAddress(effect.address);
      return;
  }
}

async function loadNamedExample({
  of,
  name,
  step,
  fragment,
}: Extract<AddressEffect, { readonly kind: 'load-example' }>): Promise<void> {
  await dispatch({ kind: 'example-loaded', of, fragment, name, example: await loadNamed(of, name, step) });
}

async function decode(fragment: string): Promise<void> {
  const decoder = await fetchCode(loadDecoder).catch(() => undefined);
  if (decoder === undefined) return dispatch({ kind: 'decoder-missing', fragment });
  return dispatch({ kind: 'decoded', link: decoder.decodeLink(fragment), fragment, query: location.search });
}

/** Shows a draft that only the history entry has. */
function openKept(scenario: Scenario, id: string): void {
  showMessage(undefined);
  show(scenario, { kind: 'draft', id });
  // The storage failed before: try again, and say so if it still does.
  useScenario.setState({ touched: true });
  keepDraft();
}

function showDraft(draft: Draft | undefined): void {
  if (draft === undefined) show(blankScenario(), { kind: 'draft', id: newDraftId() });
  else show(draft.scenario, { kind: 'draft', id: draft.id }, draft.selected);
}

function showNamed(of: Named, name: string, scenario: Scenario, selected: string | undefined): void {
  show(scenario, { kind: of, name }, selected);
  writeAddress();
}

function show(scenario: Scenario, origin: Origin, selected?: string): void {
  openScenario(scenario, origin, selected, { arriving: state.arriving });
  void dispatch({ kind: 'shown' });
}

/** Another tab wrote the draft of this one: from here on this tab has a draft of its own, so neither overwrites the other. */
function leaveDraftOfOtherTab(key: string | null): void {
  const { origin } = useScenario.getState();
  const draft = draftOf(origin);
  if (draft === undefined || key !== drafts.keyOf(draft)) return;
  useScenario.setState({ origin: withDraft(origin, newDraftId()) });
  // At once, because the history entry still names the draft of the other tab.
  keepNow();
}

function replaceAddress({ query, fragment, entry }: PageAddress): void {
  try {
    history.replaceState(withPlace(entry), '', `${location.pathname}${query}${fragment === '' ? '' : `#${fragment}`}`);
  } catch {
    // Browsers limit how often the address may change, and how much an entry holds; the next change writes it.
    return;
  }
  void dispatch({ kind: 'written', hash: location.hash });
}

/** What a history entry holds, with the number of the place that it is of (`page/places.ts`). */
function withPlace(entry: object | null): object | null {
  const before: unknown = history.state;
  if (typeof before !== 'object' || before === null || !('place' in before)) return entry;
  return { ...entry, place: before.place };
}

function withDraft(origin: Origin, draft: string): Origin {
  return origin.kind === 'draft' ? { kind: 'draft', id: draft } : { ...origin, draft };
}

function sameOutcome(a: StoreOutcome, b: StoreOutcome): boolean {
  return a.kind === 'stored' ? b.kind === 'stored' : b.kind === 'failed' && a.reason === b.reason;
}
