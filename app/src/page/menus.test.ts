import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { run } from '@managed-fields/player/whole';
import { newScenario } from '@managed-fields/scenario';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { shortcuts } from '../core/ui/keys.ts';
import type { MenuItem } from '../core/ui/menu-list.tsx';

const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n';
const scenario = newScenario('', [
  { kind: 'apply', manager: 'a', text },
  { kind: 'apply', manager: 'b', text },
]);
const [step] = scenario.steps;

let everyMenu: Readonly<Record<string, () => readonly MenuItem[]>>;
let all: typeof import('./actions.ts');
let actions: typeof import('./actions.ts');

beforeAll(async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('location', { search: '', hash: '', href: 'http://localhost/' });
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    key: (index: number) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size;
    },
  });
  const { useScenario } = await import('../core/store/scenario-store.ts');
  const { drafts } = await import('../core/store/address.ts');
  const { usePlayback } = await import('../core/engine/playback-store.ts');
  for (const id of ['one', 'two']) drafts.write({ id, scenario, selected: 's1', saved: '2026-01-01T00:00:00Z' });
  useScenario.setState({ scenario, selected: 's1', origin: { kind: 'draft', id: 'one' } });
  const catalog = await loadKubernetesTypes();
  usePlayback.setState({ playback: run(scenario, { catalog, selected: 's1' }) });
  all = await import('./actions.ts');
  actions = await import('./actions.ts');
  const menus = await import('./menus.ts');
  const { addItems, stepItems } = await import('../features/scenario/steps/step-items.ts');
  const { itemsOf } = await import('../features/scenario/steps/step-items.ts');
  const { exportItems } = await import('../features/scenario/result/export-items.ts');
  const { paletteNow } = await import('../core/ui/manager-colours.tsx');
  const annotated = usePlayback.getState().playback.view?.result;
  if (step === undefined || annotated === undefined) throw new Error('the step left no object');
  everyMenu = {
    drafts: menus.draftItems,
    settings: menus.settingsItems,
    versions: menus.versionItems,
    phone: menus.phoneItems,
    'a step of the list': () => stepItems(step),
    'adding a step': addItems,
    'the step': () => itemsOf(step),
    export: () => exportItems({ annotated, colours: paletteNow(), object: 'v1 ConfigMap default/c', stepId: 's1' }),
  };
}, 120_000);

afterAll(() => vi.unstubAllGlobals());

test.each([
  ...['drafts', 'settings', 'versions', 'phone', 'a step of the list', 'adding a step', 'the step', 'export'],
])('each action of the menu of %s is in the palette, and can be done there when it can here', (name) => {
  const items = (everyMenu[name]?.() ?? [])
    .flatMap((item) => (item.kind === 'folded' ? item.items : [item]))
    .filter((item) => item.kind === 'action');
  const palette = new Map(all.allActions().map((action) => [action.id, action]));
  expect(items.length).toBeGreaterThan(1);
  for (const { id = 'none', text, disabled, checked } of items) {
    const action = palette.get(id);
    expect(action, `${id}: ${text}`).toBeDefined();
    expect([action?.disabled ?? false, action?.checked]).toEqual([disabled ?? false, checked]);
  }
});

test('every shortcut is that of an action, and stands in the list', () => {
  const listed = actions.actionsWithKeys().filter(({ unlisted }) => unlisted !== true);
  expect(listed.map(({ id }) => id).sort()).toEqual(Object.keys(shortcuts).sort());
  for (const { id, keys } of listed) expect(keys).toBe(shortcuts[id as keyof typeof shortcuts].keys);
});

test('no two actions have the same id, nor the same keys', () => {
  const ids = all.allActions().map(({ id }) => id);
  const keys = all.allActions().flatMap((action) => action.keys ?? []);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(keys).size).toBe(keys.length);
});
