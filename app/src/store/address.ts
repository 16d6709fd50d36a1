import { checkForm, plainForm, type Scenario } from '@managed-fields/scenario';
import { decodeExample } from '@managed-fields/share-link';
import { fetchCode, tellMissing } from '../code/fetch-code.ts';
import { browserStorage, type Draft, draftStorage, type StoreOutcome } from './drafts.ts';
import { loadExampleAt } from './examples.ts';
import { draftFragment, draftInFragment, exampleFragment } from './link-address.ts';
import { forgetOpening, isStuck, noteOpening } from './opening.ts';
import { blankScenario, draftOf, type Origin, openScenario, tell, useScenario } from './scenario-store.ts';

// Keeps three places in step: the scenario on screen, the drafts in the browser, and the fragment of the address.

/** The drafts of this browser. */
export const drafts = draftStorage(browserStorage());

const loadDecoder = () => import('./link-decoder.ts');

/** Milliseconds from the last change until draft and address are written. */
const quiet = 300;

/** Milliseconds after which a draft that was opened is on screen, where the page does anything at all. */
const drawn = 3000;

/** What a history entry remembers: the draft that it shows, and the scenario itself where no storage takes it. */
interface EntryState {
  readonly draft: string | undefined;
  readonly scenario: Scenario | undefined;
}

let timer: ReturnType<typeof setTimeout> | undefined;

/** The fragment that was written or followed last; where the address has another one, somebody is on the way there. */
let known = '';

/** The page has just been loaded: there is nothing to go back to. */
let arriving = true;

/** Opens what the address names, then keeps draft and address up to date for as long as the page lives. */
export async function followAddress(): Promise<void> {
  window.addEventListener('hashchange', () => {
    keepDraft();
    void arrive();
  });
  window.addEventListener('pagehide', keep);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && keep());
  window.addEventListener('storage', ({ key }) => {
    const { origin } = useScenario.getState();
    const draft = draftOf(origin);
    // Another tab writes the same draft: from here on this tab has one of its own, so neither overwrites the other.
    if (draft !== undefined && key === drafts.keyOf(draft)) {
      useScenario.setState({ origin: withDraft(origin, newDraftId()) });
      // At once: the history entry would lead to the other tab's.
      keep();
    }
  });
  await arrive();
  arriving = false;
  useScenario.subscribe((state, before) => {
    // Undo may lead to another draft before the last change of this one was kept.
    if (state.opened !== before.opened) keepDraft(before);
    if (state.scenario === before.scenario && state.selected === before.selected && state.origin === before.origin) {
      return;
    }
    clearTimeout(timer);
    timer = setTimeout(keep, quiet);
  });
}

/** Makes the scenario on screen a draft of its own; the draft of before stays in the list. */
export function editCopy(): void {
  const { origin } = useScenario.getState();
  useScenario.setState({ origin: { kind: 'draft', id: draftOf(origin) ?? newDraftId() }, touched: true });
  keep();
}

/** Shows the draft of this browser again, or a blank one where there is none. */
export function backToDraft(): void {
  keepDraft();
  tell(undefined);
  openDraft(drafts.current());
  writeAddress();
}

/** Shows one draft of the list and makes it the current one. */
export function openDraftById(id: string): void {
  keepDraft();
  tell(undefined);
  // A page that hangs now never gets to take the note away.
  noteOpening(id);
  setTimeout(forgetOpening, drawn);
  openDraft(id);
  drafts.makeCurrent(id);
  writeAddress();
}

/** Starts a draft over with a scenario, by default a blank one; the draft of before stays in the list. */
export function startDraft(scenario: Scenario = blankScenario()): void {
  keepDraft();
  tell(undefined);
  openScenario(scenario, { kind: 'draft', id: newDraftId() });
  // What was brought is kept at once; a blank page is nothing to keep.
  if (!isUnwritten(scenario)) useScenario.setState({ touched: true });
  keep();
}

/** Shows an example of the gallery, without touching the draft. */
export async function openExample(name: string, step?: string): Promise<void> {
  keepDraft();
  const { loaded, selected } = await loadExampleAt(name, step);
  if (loaded.kind === 'failed') {
    tell({ kind: 'example-failure', name, reason: loaded.reason });
    return;
  }
  tell(undefined);
  openScenario(loaded.scenario, { kind: 'example', name }, selected, { arriving });
  writeAddress();
}

/** Keeps the draft on screen at once, for those who are about to look at the list. */
export function keepNow(): void {
  keep();
}

/** Puts the link to what was just shared into the address, until something changes. */
export function shareInAddress(fragment: string): void {
  const { scenario } = useScenario.getState();
  useScenario.setState({ shared: { scenario, fragment } });
  writeAddress();
}

async function arrive(): Promise<void> {
  known = location.hash;
  const fragment = location.hash.slice(1);
  const entry = entryState(history.state);
  if (entry?.scenario !== undefined) {
    openKept(entry.scenario, entry.draft ?? newDraftId());
    return;
  }
  const remembered = entry?.draft === undefined ? undefined : drafts.read(entry.draft);
  if (remembered !== undefined) {
    openUnlessStuck(remembered);
    return;
  }
  const named = draftInFragment(fragment);
  if (named !== undefined) {
    const here = drafts.read(named);
    openUnlessStuck(here ?? draftToOpen(drafts.current()));
    if (here === undefined) tell({ kind: 'draft-elsewhere' });
    return;
  }
  const example = decodeExample(fragment);
  if (example !== undefined) {
    await openExample(example.name, example.step);
    // A missing example leaves the draft on screen.
    if (useScenario.getState().message?.kind === 'example-failure') openUnlessStuck(draftToOpen(drafts.current()));
    return;
  }
  if (fragment === '') {
    openUnlessStuck(draftToOpen(drafts.current()));
    return;
  }
  const decoder = await fetchCode(loadDecoder).catch(() => undefined);
  if (decoder === undefined) {
    openUnlessStuck(draftToOpen(drafts.current()));
    tellMissing(loadDecoder);
    return;
  }
  const link = decoder.decodeLink(fragment);
  switch (link.kind) {
    case 'none':
    case 'example':
      openUnlessStuck(draftToOpen(drafts.current()));
      return;
    case 'scenario':
      openLinked(link.scenario);
      return;
    case 'failure':
      openUnlessStuck(draftToOpen(drafts.current()));
      tell({ kind: 'link-failure', failure: link, fragment });
  }
}

/** Shows a draft by itself, unless it kept the page from its first view last time: then the drafts are listed. */
function openUnlessStuck(wanted: Draft | undefined): void {
  if (arriving && wanted !== undefined && isStuck(wanted.id)) {
    forgetOpening();
    openScenario(blankScenario(), { kind: 'draft', id: newDraftId() }, undefined, { arriving });
    tell({ kind: 'draft-unopened', id: wanted.id });
    return;
  }
  if (arriving && wanted !== undefined) noteOpening(wanted.id);
  show(wanted);
}

/** Shows a draft that only the history entry has. */
function openKept(scenario: Scenario, id: string): void {
  tell(undefined);
  openScenario(scenario, { kind: 'draft', id }, undefined, { arriving });
  // The storage failed before: try again, and say so if it still does.
  useScenario.setState({ touched: true });
  keepDraft();
}

/** A link to the draft that this browser has is that draft; any other is somebody's. */
function openLinked(scenario: Scenario): void {
  tell(undefined);
  const current = drafts.current();
  const draft = current === undefined ? undefined : drafts.read(current);
  if (draft !== undefined && isSame(draft.scenario, scenario)) openDraft(draft.id);
  else openScenario(scenario, { kind: 'shared' }, stepOf(scenario, location.search), { arriving });
}

function isSame(a: Scenario, b: Scenario): boolean {
  return JSON.stringify(plainForm(a)) === JSON.stringify(plainForm(b));
}

/** The step that a link's query names, by its place from 1 or by its id. */
function stepOf({ steps }: Scenario, query: string): string | undefined {
  const step = new URLSearchParams(query).get('step');
  return (steps.find(({ id }) => id === step) ?? steps[Number(step) - 1])?.id;
}

/** Shows a draft, or the newest where there is none of that id, or a blank one. */
export function openDraft(id: string | undefined): void {
  show(draftToOpen(id));
}

function show(draft: Draft | undefined): void {
  if (draft === undefined) openScenario(blankScenario(), { kind: 'draft', id: newDraftId() }, undefined, { arriving });
  else openScenario(draft.scenario, { kind: 'draft', id: draft.id }, draft.selected, { arriving });
}

function draftToOpen(id: string | undefined): Draft | undefined {
  return (id === undefined ? undefined : drafts.read(id)) ?? drafts.read(drafts.list()[0]?.id ?? '');
}

function keep(): void {
  clearTimeout(timer);
  keepDraft();
  writeAddress();
}

/** Keeps what is on screen where it was changed: a link or an example as a draft of its own, which opens when it is asked for. */
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

function withDraft(origin: Origin, draft: string): Origin {
  return origin.kind === 'draft' ? { kind: 'draft', id: draft } : { ...origin, draft };
}

/**
 * Writes the address. It carries a scenario only where somebody shared it, or where it came from a link or the gallery and
 * is unchanged; else it names the draft, which lies in the storage. What the storage does not take is kept by the history
 * entry, in this tab alone.
 */
export function writeAddress(): void {
  if (location.hash !== known) return;
  const { origin, touched, kept, scenario, selected, shared } = useScenario.getState();
  const isShared = shared?.scenario === scenario;
  // A link that was opened stays in the address as it came until something changes.
  if (origin.kind === 'shared' && !touched && !isShared) return;
  const draft = isUnwritten(scenario) ? undefined : draftOf(origin);
  const onlyHere = touched && kept.kind === 'failed' && draft !== undefined;
  const named = draft === undefined || onlyHere ? '' : draftFragment(draft);
  const unchanged = origin.kind === 'example' && !touched ? exampleFragment(origin.name, scenario, selected) : named;
  const fragment = isShared ? shared.fragment : unchanged;
  const entry = {
    ...(draft === undefined ? {} : { draft }),
    ...(onlyHere ? { scenario: plainForm(scenario) } : {}),
  };
  try {
    history.replaceState(
      Object.keys(entry).length === 0 ? null : entry,
      '',
      `${location.pathname}${queryOfPage(origin.kind)}${fragment === '' ? '' : `#${fragment}`}`,
    );
    known = location.hash;
  } catch {
    // Browsers limit how often the address may change, and how much an entry holds; the next change writes it.
  }
}

/** What a link says of the place to look at goes once something else than the link is on screen. */
function queryOfPage(origin: Origin['kind']): string {
  if (origin === 'shared') return location.search;
  const query = new URLSearchParams(location.search);
  if (!query.has('step') && !query.has('view')) return location.search;
  query.delete('step');
  query.delete('view');
  return query.size === 0 ? '' : `?${query}`;
}

function isUnwritten({ steps, title }: Scenario): boolean {
  return steps.every(({ text }) => text === '') && title === '';
}

function entryState(state: unknown): EntryState | undefined {
  if (typeof state !== 'object' || state === null) return undefined;
  const draft = 'draft' in state && typeof state.draft === 'string' ? state.draft : undefined;
  const checked = 'scenario' in state ? checkForm(state.scenario) : undefined;
  const scenario = checked?.kind === 'scenario' ? checked.scenario : undefined;
  if (draft === undefined && scenario === undefined) return undefined;
  return { draft, scenario };
}

function sameOutcome(a: StoreOutcome, b: StoreOutcome): boolean {
  return a.kind === 'stored' ? b.kind === 'stored' : b.kind === 'failed' && a.reason === b.reason;
}

/** An id that no draft has yet. */
export function newDraftId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join('');
}
