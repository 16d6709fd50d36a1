import { newScenario } from '@managed-fields/scenario';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type AddressEvent,
  type AddressState,
  arrivingState,
  draftToOpen,
  type HistoryEntry,
  type KeptDrafts,
  onAddressEvent,
  parseEntry,
} from './address-machine.ts';
import type { Draft } from './drafts.ts';
import type { ExampleAtStep } from './examples.ts';
import { openScenario, type ScenarioState, useScenario } from './scenario-store.ts';

const two = newScenario('mine', [
  { kind: 'live', text: 'a' },
  { kind: 'apply', text: 'b' },
]);
const other = newScenario('theirs', [
  { kind: 'live', text: 'c' },
  { kind: 'apply', text: 'd' },
]);
const draft = (id: string): Draft => ({ id, scenario: two, selected: 's1', saved: '2026-01-01T00:00:00Z' });

/** The drafts of the browser. */
let stored: { drafts: readonly Draft[]; current: string | undefined; stuck: string | undefined };
const kept: KeptDrafts = {
  read: (id) => stored.drafts.find((each) => each.id === id),
  list: () => stored.drafts.map(({ id, saved }) => ({ id, saved, title: 't', steps: 2 })),
  current: () => stored.current,
  isStuck: (id) => id === stored.stuck,
};
const running: AddressState = { known: '', fetching: false, arriving: false };

beforeEach(() => {
  stored = { drafts: [draft('newest'), draft('now')], current: 'now', stuck: undefined };
});

const effects = (event: AddressEvent, state = running) => onAddressEvent(state, event, kept).effects;
const arrive = (hash: string, entry?: HistoryEntry, state = running) =>
  effects({ kind: 'arrived', hash, entry }, state);
const opens = (id: string | undefined) => ({ kind: 'open-draft', draft: id === undefined ? undefined : draft(id) });
const says = (message: object | undefined) => ({ kind: 'show-message', message });

describe('an address leads to', () => {
  test('the current draft where it names nothing', () => {
    expect(arrive('')).toEqual([opens('now')]);
  });

  test('the newest draft where the current one is gone, and a blank page where there is none', () => {
    stored = { ...stored, current: 'gone' };
    expect(arrive('')).toEqual([opens('newest')]);
    stored = { ...stored, drafts: [] };
    expect(arrive('')).toEqual([opens(undefined)]);
  });

  test('the draft that it names', () => {
    expect(arrive('#d/newest')).toEqual([opens('newest')]);
    expect(arrive('#d/newest).')).toEqual([opens('newest')]);
  });

  test('the current draft where this browser has none of that name, and says so', () => {
    expect(arrive('#d/elsewhere')).toEqual([opens('now'), says({ kind: 'draft-elsewhere' })]);
  });

  test('the draft of its history entry, whatever the fragment says', () => {
    expect(arrive('#d/now', { draft: 'newest', scenario: undefined })).toEqual([opens('newest')]);
    expect(arrive('#d/now', { draft: 'gone', scenario: undefined })).toEqual([opens('now')]);
  });

  test('the scenario of its history entry, where no storage took it', () => {
    expect(arrive('#d/now', { draft: 'here', scenario: other })).toEqual([
      { kind: 'open-kept', scenario: other, id: 'here' },
    ]);
  });

  test('an example, or the current draft where that cannot be shown', () => {
    expect(arrive('#x/hpa-handover@4')).toEqual([
      { kind: 'load-example', of: 'example', name: 'hpa-handover', step: '4', fragment: 'x/hpa-handover@4' },
    ]);
    const loaded = (example: ExampleAtStep) =>
      effects(
        { kind: 'example-loaded', of: 'example', fragment: 'x/one', name: 'one', example },
        { ...running, known: '#x/one' },
      );
    expect(loaded({ loaded: { kind: 'loaded', scenario: other }, selected: 's2' })).toEqual([
      says(undefined),
      { kind: 'open-example', of: 'example', name: 'one', scenario: other, selected: 's2' },
    ]);
    expect(loaded({ loaded: { kind: 'failed', reason: 'missing' }, selected: undefined })).toEqual([
      says({ kind: 'example-failure', of: 'example', name: 'one', reason: 'missing' }),
      opens('now'),
    ]);
  });

  test('a lesson, or the current draft where that cannot be shown', () => {
    expect(arrive('#l/give-up-a-field')).toEqual([
      { kind: 'load-example', of: 'lesson', name: 'give-up-a-field', step: undefined, fragment: 'l/give-up-a-field' },
    ]);
    const known = { ...running, known: '#l/one' };
    const loaded = (example: ExampleAtStep) =>
      effects({ kind: 'example-loaded', of: 'lesson', fragment: 'l/one', name: 'one', example }, known);
    expect(loaded({ loaded: { kind: 'loaded', scenario: other }, selected: 's2' })).toEqual([
      says(undefined),
      { kind: 'open-example', of: 'lesson', name: 'one', scenario: other, selected: 's2' },
    ]);
    expect(loaded({ loaded: { kind: 'failed', reason: 'offline' }, selected: undefined })).toEqual([
      says({ kind: 'example-failure', of: 'lesson', name: 'one', reason: 'offline' }),
      opens('now'),
    ]);
  });

  test('a link that is yet to be decoded', () => {
    expect(arrive('#s/1d.abc')).toEqual([{ kind: 'decode', fragment: 's/1d.abc' }]);
    const missing = { kind: 'decoder-missing', fragment: 's/1d.abc' } as const;
    expect(effects(missing, { ...running, known: '#s/1d.abc' })).toEqual([
      opens('now'),
      { kind: 'report-missing-decoder' },
    ]);
  });
});

describe('a link', () => {
  const decoded = (link: Extract<AddressEvent, { kind: 'decoded' }>['link'], query = '') =>
    effects({ kind: 'decoded', link, fragment: 's/1d.abc', query }, { ...running, known: '#s/1d.abc' });

  test('to what the current draft holds is that draft', () => {
    expect(decoded({ kind: 'scenario', scenario: two })).toEqual([says(undefined), opens('now')]);
  });

  test.each([
    ['', undefined],
    ['?step=2', 's2'],
    ['?step=s1', 's1'],
    ['?step=9', undefined],
  ])('to anything else is shown as shared, at the step of "%s"', (query, selected) => {
    expect(decoded({ kind: 'scenario', scenario: other }, query)).toEqual([
      says(undefined),
      { kind: 'open-shared', scenario: other, selected },
    ]);
  });

  test('that holds none leaves the draft on screen; one that is broken says so too', () => {
    expect(decoded({ kind: 'none' })).toEqual([opens('now')]);
    const failure = { kind: 'failure', code: 'cut-off' } as const;
    expect(decoded(failure)).toEqual([opens('now'), says({ kind: 'link-failure', failure, fragment: 's/1d.abc' })]);
  });
});

test('what was fetched for an address that somebody has left is not shown', () => {
  const link = { kind: 'scenario', scenario: other } as const;
  const example = { loaded: { kind: 'loaded', scenario: other }, selected: undefined } as const;
  const left = { ...running, known: '#d/now' };
  expect(effects({ kind: 'decoded', link, fragment: 's/1d.abc', query: '' }, left)).toEqual([]);
  expect(effects({ kind: 'decoder-missing', fragment: 's/1d.abc' }, left)).toEqual([]);
  expect(effects({ kind: 'example-loaded', of: 'example', fragment: 'x/one', name: 'one', example }, left)).toEqual([]);
});

describe('while the page is arriving', () => {
  test('what opens by itself is noted first', () => {
    expect(arrive('', undefined, arrivingState)).toEqual([{ kind: 'note-opening', id: 'now' }, opens('now')]);
  });

  test('a draft that kept the page from its first view is not opened again', () => {
    stored = { ...stored, stuck: 'now' };
    const blank = [{ kind: 'forget-opening' }, opens(undefined), says({ kind: 'draft-unopened', id: 'now' })];
    expect(arrive('', undefined, arrivingState)).toEqual(blank);
    const { state } = onAddressEvent(arrivingState, { kind: 'arrival-ended' }, kept);
    expect(arrive('', undefined, state)).toEqual([opens('now')]);
  });
});

describe('a change of the store', () => {
  const changed = (state: Partial<ScenarioState>) => {
    const before = useScenario.getState();
    return effects({ kind: 'changed', state: { ...before, ...state }, before }).map(({ kind }) => kind);
  };

  test('of what is on screen is kept soon', () => {
    expect(changed({ scenario: other })).toEqual(['keep-soon']);
    expect(changed({ selected: 's2' })).toEqual(['keep-soon']);
  });

  test('that is the first of what was opened is kept at once', () => {
    useScenario.setState({ touched: false });
    expect(changed({ scenario: other, touched: true })).toEqual(['keep-now']);
    useScenario.setState({ touched: true });
    expect(changed({ scenario: newScenario('', []) })).toEqual(['keep-soon']);
    useScenario.setState({ touched: false });
  });

  test('is kept at once, and again soon, where no storage takes it', () => {
    const failed = { kept: { kind: 'failed', reason: 'blocked' }, touched: true } as const;
    useScenario.setState(failed);
    expect(changed({ selected: 's2' })).toEqual(['keep-now', 'keep-soon']);
    useScenario.setState({ kept: { kind: 'stored' }, touched: false });
  });

  test('of anything else is not', () => {
    expect(changed({ message: { kind: 'draft-elsewhere' } })).toEqual([]);
  });

  test('to another scenario keeps the one before at once', () => {
    expect(changed({ opened: 99, scenario: other })).toEqual(['keep-draft', 'keep-soon']);
  });
});

describe('the address', () => {
  const written = (changes: Partial<ScenarioState>, { hash = '', query = '' } = {}) => {
    const state = { ...useScenario.getState(), ...changes };
    return effects({ kind: 'write', state, hash, query }).map((effect) =>
      effect.kind === 'write-address' ? effect.address : undefined,
    );
  };

  beforeEach(() => openScenario(two, { kind: 'draft', id: 'now' }, undefined, { arriving: true }));

  test('names a draft, and nothing that it holds', () => {
    expect(written({})).toEqual([{ query: '', fragment: 'd/now', entry: { draft: 'now' } }]);
  });

  test('names nothing while nothing is written', () => {
    const scenario = newScenario('', [{ kind: 'live', text: '' }]);
    expect(written({ scenario })).toEqual([{ query: '', fragment: '', entry: null }]);
  });

  test('names an example at its step until it is changed, then its draft', () => {
    const origin = { kind: 'example', name: 'one', draft: 'copy' } as const;
    expect(written({ origin, selected: 's2' })).toEqual([{ query: '', fragment: 'x/one@2', entry: { draft: 'copy' } }]);
    expect(written({ origin, touched: true })).toEqual([{ query: '', fragment: 'd/copy', entry: { draft: 'copy' } }]);
  });

  test('names a lesson until it is changed, then its draft', () => {
    const origin = { kind: 'lesson', name: 'one', draft: 'copy' } as const;
    expect(written({ origin, selected: 's2' })).toEqual([{ query: '', fragment: 'l/one', entry: { draft: 'copy' } }]);
    expect(written({ origin, touched: true })).toEqual([{ query: '', fragment: 'd/copy', entry: { draft: 'copy' } }]);
  });

  test('stays while an opened link is unchanged', () => {
    expect(written({ origin: { kind: 'shared' } })).toEqual([]);
  });

  test('has the link that was just shared, until something changes', () => {
    const shared = { scenario: two, fragment: 's/1d.abc' };
    expect(written({ shared })).toEqual([{ query: '', fragment: 's/1d.abc', entry: { draft: 'now' } }]);
    expect(written({ shared, scenario: other })).toEqual([{ query: '', fragment: 'd/now', entry: { draft: 'now' } }]);
  });

  test('leaves to the history entry what the storage does not take, which is read from there again', () => {
    const [address] = written({ touched: true, kept: { kind: 'failed', reason: 'full' } });
    expect(address?.fragment).toBe('');
    expect(parseEntry(address?.entry)).toEqual({ draft: 'now', scenario: two });
  });

  test.each([
    ['?step=2&view=table', ''],
    ['?lang=uk&step=2', '?lang=uk'],
    ['?lang=uk', '?lang=uk'],
  ])('has of the query %s what is not about a link: "%s"', (query, rest) => {
    expect(written({}, { query })[0]?.query).toBe(rest);
    expect(written({ origin: { kind: 'shared' }, touched: true }, { query })[0]?.query).toBe(query);
  });

  test('is not written while the page is being led to another one', () => {
    expect(written({}, { hash: '#x/one' })).toEqual([]);
    const { state } = onAddressEvent(running, { kind: 'arrived', hash: '#x/one', entry: undefined }, kept);
    const write = { kind: 'write', state: useScenario.getState(), hash: '#x/one', query: '' } as const;
    // The example is still being fetched.
    expect(onAddressEvent(state, write, kept).effects).toEqual([]);
    const shown = onAddressEvent(state, { kind: 'shown' }, kept).state;
    expect(onAddressEvent(shown, write, kept).effects).toHaveLength(1);
    const after = onAddressEvent(shown, { kind: 'written', hash: '#d/now' }, kept);
    expect(onAddressEvent(after.state, write, kept).effects).toEqual([]);
  });
});

test.each([null, 3, {}, { draft: 3 }, { scenario: {} }])('a history entry of others says nothing: %j', (entry) => {
  expect(parseEntry(entry)).toBeUndefined();
});

test('a draft is opened by its id, else the newest', () => {
  expect(draftToOpen(kept, 'now')?.id).toBe('now');
  expect(draftToOpen(kept, 'gone')?.id).toBe('newest');
});
