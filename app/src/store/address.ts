import { checkForm, plainForm, type Scenario } from '@managed-fields/scenario';
import { decodeExample } from '@managed-fields/share-link';
import { browserStorage, draftShelf, type StoreOutcome } from './drafts.ts';
import { loadExampleAt } from './examples.ts';
import { exampleFragment } from './link-address.ts';
import { blankScenario, type Origin, openScenario, type ScenarioState, tell, useScenario } from './scenario-store.ts';

// Keeps three places in step: the scenario on screen, the drafts in the browser, and the fragment of the address.

/** The drafts of this browser. */
export const shelf = draftShelf(browserStorage());

/** Milliseconds from the last change until draft and address are written. */
const quiet = 300;

/**
 * What a history entry remembers: the draft that it showed, whether only the entry holds its last change, and the
 * scenario itself where it must be kept but not in the address, which people copy.
 */
interface EntryState {
  readonly draft: string | undefined;
  readonly onlyHere: boolean;
  readonly scenario: Scenario | undefined;
}

/** Characters beyond which a scenario is packed only once nobody has typed for `calm` milliseconds more. */
const large = 200_000;
const calm = 2000;

let timer: ReturnType<typeof setTimeout> | undefined;

type LinkCodec = typeof import('./link-codec.ts');

/** What packs scenarios; undefined until it is fetched. */
let codec: LinkCodec | undefined;

async function fetchCodec(): Promise<LinkCodec> {
  codec ??= await import('./link-codec.ts');
  return codec;
}

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
    // Another tab writes the same draft: from here on this tab has one of its own, so neither overwrites the other.
    if (origin.kind === 'draft' && key === shelf.keyOf(origin.id)) {
      useScenario.setState({ origin: { kind: 'draft', id: newDraftId() } });
      // At once: the history entry would lead to the other tab's.
      keep();
    }
  });
  await arrive();
  arriving = false;
  useScenario.subscribe((state, before) => {
    // Undo may lead to another draft before the last change of this one was kept.
    if (state.opened !== before.opened && before.origin.kind === 'draft') keepDraft(before);
    if (state.scenario === before.scenario && state.selected === before.selected && state.origin === before.origin) {
      return;
    }
    clearTimeout(timer);
    // Without it the draft is kept all the same.
    fetchCodec().catch(() => {});
    timer = setTimeout(() => {
      keepDraft();
      // Packing a large scenario takes a while; whoever types on goes first.
      const size = state.scenario.steps.reduce((sum, { text }) => sum + text.length, 0);
      timer = setTimeout(writeAddress, size > large ? calm : 0);
    }, quiet);
  });
}

/** Makes the scenario on screen a draft of its own; the draft of before stays in the list. */
export function editCopy(): void {
  useScenario.setState({ origin: { kind: 'draft', id: newDraftId() }, touched: true });
  keep();
}

/** Shows the draft of this browser again, or a blank one where there is none. */
export function backToDraft(): void {
  keepDraft();
  tell(undefined);
  openDraft(shelf.current());
  writeAddress();
}

/** Shows one draft of the list and makes it the current one. */
export function openDraftById(id: string): void {
  keepDraft();
  tell(undefined);
  openDraft(id);
  shelf.makeCurrent(id);
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

async function arrive(): Promise<void> {
  const fragment = location.hash.slice(1);
  const entry = entryState(history.state);
  if (entry?.draft !== undefined && !entry.onlyHere && shelf.read(entry.draft) !== undefined) {
    openDraft(entry.draft);
    return;
  }
  if (entry?.scenario !== undefined) {
    tell(undefined);
    if (entry.draft !== undefined) openKept(entry.scenario, entry.draft);
    else {
      const { mayHoldSecrets } = await fetchCodec();
      openScenario(entry.scenario, { kind: 'shared' }, undefined, { arriving });
      // What was changed stays changed: else the address would be taken for what holds it.
      useScenario.setState({ touched: true, withheld: mayHoldSecrets(entry.scenario) });
    }
    return;
  }
  const example = decodeExample(fragment);
  if (example !== undefined) {
    await openExample(example.name, example.step);
    // A missing example leaves the draft on screen.
    if (useScenario.getState().message?.kind === 'example-failure') openDraft(shelf.current());
    return;
  }
  if (fragment === '') {
    openDraft(shelf.current());
    return;
  }
  const { decodeLink } = await import('./link-decoder.ts');
  const link = decodeLink(fragment);
  switch (link.kind) {
    case 'none':
    case 'example':
      openDraft(shelf.current());
      return;
    case 'scenario':
      if (entry?.draft !== undefined) openKept(link.scenario, entry.draft);
      else openLinked(link.scenario);
      return;
    case 'failure':
      openDraft(shelf.current());
      tell({ kind: 'link-failure', failure: link, fragment });
  }
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
  const current = shelf.current();
  const draft = current === undefined ? undefined : shelf.read(current);
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
  const draft = (id === undefined ? undefined : shelf.read(id)) ?? shelf.read(shelf.list()[0]?.id ?? '');
  if (draft === undefined) openScenario(blankScenario(), { kind: 'draft', id: newDraftId() }, undefined, { arriving });
  else openScenario(draft.scenario, { kind: 'draft', id: draft.id }, draft.selected, { arriving });
}

function keep(): void {
  clearTimeout(timer);
  keepDraft();
  writeAddress();
}

/** Keeps the draft on screen where it was changed. */
export function keepDraft({ origin, scenario, selected, touched, kept } = useScenario.getState()): void {
  if (origin.kind !== 'draft' || !touched) return;
  const saved = new Date().toISOString();
  const written = shelf.write({ id: origin.id, scenario, selected, saved });
  if (written.kind === 'stored') shelf.makeCurrent(origin.id);
  if (!sameOutcome(written, kept)) useScenario.setState({ kept: written });
}

/**
 * Only what may be passed on goes into the address: people copy it. Where a scenario may hold secrets, its draft is in
 * the storage alone; what neither storage nor address has is kept by the history entry, which a reload keeps too.
 */
export function writeAddress(): void {
  const state = useScenario.getState();
  const { origin, touched, kept, scenario } = state;
  // A link that was opened stays in the address as it came until something changes.
  if (origin.kind === 'shared' && !touched) return;
  const isBlank = origin.kind === 'draft' && isUnwritten(scenario);
  const isShort = origin.kind === 'example' && !touched;
  const onlyHere = origin.kind !== 'draft' || kept.kind === 'failed';
  // Until it is there the address is empty, and the history entry keeps what the storage does not have.
  if (codec === undefined && !isBlank && !isShort) fetchCodec().then(writeAddress, () => {});
  const withheld = !isBlank && !isShort && codec?.mayHoldSecrets(scenario) !== false;
  const encoded = withheld || isBlank ? undefined : fragmentOf(state);
  const fragment = encoded === undefined ? '' : `#${encoded}`;
  const entry = {
    ...(origin.kind === 'draft' ? { draft: origin.id, onlyHere } : {}),
    ...(fragment === '' && onlyHere && !isBlank ? { scenario: plainForm(scenario) } : {}),
  };
  try {
    history.replaceState(
      Object.keys(entry).length === 0 ? null : entry,
      '',
      `${location.pathname}${queryOfPage(origin.kind)}${fragment}`,
    );
  } catch {
    // Browsers limit how often the address may change; the next change writes it.
  }
  if (codec !== undefined && withheld !== state.withheld) useScenario.setState({ withheld });
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

function fragmentOf({ origin, scenario, selected, touched }: ScenarioState): string | undefined {
  if (origin.kind === 'example' && !touched) return exampleFragment(origin.name, scenario, selected);
  const encoded = codec?.encodeLink(scenario);
  return encoded?.kind === 'link' ? encoded.fragment : undefined;
}

function entryState(state: unknown): EntryState | undefined {
  if (typeof state !== 'object' || state === null) return undefined;
  const draft = 'draft' in state && typeof state.draft === 'string' ? state.draft : undefined;
  const checked = 'scenario' in state ? checkForm(state.scenario) : undefined;
  const scenario = checked?.kind === 'scenario' ? checked.scenario : undefined;
  if (draft === undefined && scenario === undefined) return undefined;
  return { draft, onlyHere: 'onlyHere' in state && state.onlyHere === true, scenario };
}

function sameOutcome(a: StoreOutcome, b: StoreOutcome): boolean {
  return a.kind === 'stored' ? b.kind === 'stored' : b.kind === 'failed' && a.reason === b.reason;
}

/** An id that no draft has yet. */
export function newDraftId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join('');
}
