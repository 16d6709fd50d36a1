import { loadUncheckedTypes, releaseNamed } from '@managed-fields/kubernetes-types';
import { type RuleOptions, rules } from '@managed-fields/survey';
import { describe, expect, test } from 'vitest';
import { faultOf, judgeFiles, nameOf, recordingsOf } from './recordings.ts';

const [healthy, faults] = [recordingsOf('healthy'), recordingsOf('faults')];

/** Two seconds lie between the writes of the recording in which a manager is not seen any more. */
const optionsOf = async (name: string, kubernetes?: string): Promise<RuleOptions> => ({
  catalog: await loadUncheckedTypes(releaseNamed(kubernetes ?? '')),
  ...(name === 'manager-not-seen' ? { notSeenDays: 1 / 86_400 } : {}),
});

describe('nothing is found of what a healthy release leaves behind:', () => {
  test.for([...healthy])('%s', async ([name, files]) => {
    const found = judgeFiles(files, await optionsOf(name)).flatMap(({ row, findings }) =>
      findings.map(({ rule, fields }) => `${nameOf(row)}: ${rule} ${fields.join(' ')}`),
    );
    expect(found).toEqual([]);
  });
});

describe('a recorded fault is found, with its fields and entries:', () => {
  test.for([...faults])('%s', async ([name, files]) => {
    const { rule, expect: expected, kubernetes } = faultOf(name);
    const judged = judgeFiles(files, await optionsOf(name, kubernetes));
    const found = judged.flatMap(({ row, findings }) =>
      findings.filter((finding) => finding.rule === rule).map((finding) => ({ row, finding })),
    );
    expect([...new Set(found.map(({ row }) => nameOf(row)))].sort()).toEqual(
      expected.map(({ object }) => object).sort(),
    );
    for (const { object, fields, managers } of expected) {
      const own = found.filter(({ row }) => nameOf(row) === object);
      const paths = own.flatMap(({ finding }) => finding.fields);
      // A map, a list or an item is found with the fields in it.
      expect(fields.filter((field) => !paths.some((path) => path.startsWith(field)))).toEqual([]);
      const names = own.flatMap(({ row, finding }) => finding.entries.map((entry) => row.entries[entry]?.manager));
      expect((managers ?? []).filter((manager) => !names.includes(manager))).toEqual([]);
    }
  });
});

test('every rule has a recorded fault', () => {
  const recorded = new Set([...faults.keys()].map((name) => faultOf(name).rule));
  expect(rules.map(({ id }) => id).filter((id) => !recorded.has(id))).toEqual([
    // Helm 4 and kubectl migrate this away where their manager stays the same; the trace has it.
  ]);
});
