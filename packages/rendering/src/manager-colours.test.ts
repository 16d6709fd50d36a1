import type { Playback } from '@managed-fields/player';
import type { Scenario, Step } from '@managed-fields/scenario';
import { expect, test } from 'vitest';
import { coloursInScenario } from './manager-colours.ts';

const apply = (id: string, manager: string): Step => ({ id, kind: 'apply', manager, text: '' });
const scenarioOf = (...steps: readonly Step[]): Scenario => ({ title: '', steps });
const playback = (...managers: readonly string[]): Playback => ({ outcomes: [], managers, view: undefined });

test('colours follow the order in which the steps bring managers in', () => {
  const live: Step = { id: 's1', kind: 'live', text: '' };
  const colours = coloursInScenario(scenarioOf(live, apply('s2', 'ops')), playback('helm', 'ui', 'ops'));
  expect([...colours].map(([name, { place }]) => `${name} ${place}`)).toEqual(['helm 0', 'ui 1', 'ops 2']);
});

test('a name that is typed has a colour before the engine has answered', () => {
  const colours = coloursInScenario(scenarioOf(apply('s1', 'ops')), playback());
  expect([...colours.keys()]).toEqual(['ops']);
});
