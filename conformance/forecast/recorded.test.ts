import { readFileSync } from 'node:fs';
import { loadOnNeed, run } from '@managed-fields/player';
import { describe, expect, test } from 'vitest';
import { loadCatalog } from '../replay/catalog.ts';
import { spread } from '../whole.ts';
import { differenceTo } from './compare.ts';
import { type RecordedApply, recordedApplies } from './recorded-applies.ts';
import { forecastOfRecorded } from './replay.ts';

/** An apply whose forecast differs, or only the scenario that opens from it, and why it cannot be otherwise. */
interface NamedDifference {
  readonly apply: string;
  readonly reason: string;
  readonly scenario?: true;
}

const namedFile = new URL('named-differences.json', import.meta.url);
const named: readonly NamedDifference[] = JSON.parse(readFileSync(namedFile, 'utf8'));
const isNamed = (name: string, asScenario = false) =>
  named.some(({ apply, scenario = false }) => apply === name && scenario === asScenario);

describe.each([['traces', 'conformance/traces/v1.36', 3000]])(
  'every recorded apply of %s ends as its forecast says',
  (_what, folder, least) => {
    const all = recordedApplies([folder]);

    test('there are many', () => {
      expect(all.length).toBeGreaterThan(least);
    });

    test.each(spread(byTrace(all), 6))('%s', async (_trace, applies) => {
      const differing: string[] = [];
      for (const apply of applies) {
        const difference = differenceTo(apply, await forecastOfRecorded(apply));
        if (difference !== undefined && !isNamed(apply.name)) differing.push(`${apply.name}: ${difference}`);
        if (difference === undefined && isNamed(apply.name))
          differing.push(`${apply.name}: named, but nothing differs`);
      }
      expect(differing).toEqual([]);
    });
  },
);

test('a forecast opened as a scenario ends in the same way', async () => {
  const all = recordedApplies(['conformance/forecast/recorded', 'conformance/traces/v1.36']);
  const differing: string[] = [];
  // Each is played twice.
  for (const apply of spread(all, 28)) {
    const release = await forecastOfRecorded(apply);
    const row = release.row(0);
    const scenario = release.scenario(0, apply.way.kind);
    if (row.kind !== 'played' || scenario === undefined) continue;
    const catalog = await loadCatalog(apply.release);
    const outcome = (await loadOnNeed(() => run(scenario, { catalog }))).outcomes.at(-1);
    const forecast = apply.way.kind === 'server-side' ? row.serverSide : row.clientSide;
    const ended = outcome?.status === 'error' ? 'refused' : outcome?.status;
    const isSame = ended === forecast?.result && outcome?.message === forecast?.message;
    if (isSame && isNamed(apply.name, true)) differing.push(`${apply.name}: named, but nothing differs`);
    if (!isSame && !isNamed(apply.name, true))
      differing.push(`${apply.name}: ${ended} ${outcome?.message}, not ${forecast?.result} ${forecast?.message}`);
  }
  expect(differing).toEqual([]);
});

/** The applies of each trace, so that a test is about one of them. */
function byTrace(all: readonly RecordedApply[]): readonly (readonly [string, readonly RecordedApply[]])[] {
  const traces = new Map<string, RecordedApply[]>();
  for (const apply of all) {
    const trace = apply.name.slice(0, apply.name.lastIndexOf(' '));
    traces.set(trace, [...(traces.get(trace) ?? []), apply]);
  }
  return [...traces];
}
