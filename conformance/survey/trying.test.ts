import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { type Playback, run } from '@managed-fields/player/whole';
import {
  commandsFor,
  isOfAdmission,
  previewRepair,
  repairOf,
  repairOfRule,
  rules,
  tryScenario,
} from '@managed-fields/survey';
import { describe, expect, test } from 'vitest';
import { faultOf, judgeFiles, nameOf, recordingsOf } from './recordings.ts';

const catalog = await loadKubernetesTypes();

/** What the last step of a scenario shows of a finding, where it is not a change. */
const shown: Readonly<Record<string, readonly Playback['outcomes'][number]['status'][]>> = {
  'duplicate-keys': ['error'],
  'shared-atomic-field': ['conflict'],
  'replicas-under-autoscaler': ['conflict', 'changed'],
  // The last snapshot is one in which the applier has won.
  'rewritten-field': ['unchanged'],
  // Nothing but the annotation is wrong, and a command that applies it again leaves it as it is.
  'large-annotations': ['unchanged'],
  'changed-by-admission': ['conflict'],
  // An apply without the fields leaves them as they are; of what nobody applies the object alone is shown.
  'written-by-admission': ['unchanged', 'read'],
};

describe('what is found in a recorded fault can be tried and mended:', () => {
  test.for([...recordingsOf('faults')])('%s', ([name, files]) => {
    const { rule } = faultOf(name);
    const options = { catalog, ...(name === 'manager-not-seen' ? { notSeenDays: 1 / 86_400 } : {}) };
    const found = judgeFiles(files, options).flatMap(({ row, read, findings, around }) =>
      findings.filter((finding) => finding.rule === rule).map((finding) => ({ row, read, finding, around })),
    );
    expect(found.length).toBeGreaterThan(0);
    for (const { row, read, finding, around } of found) {
      const [first] = commandsFor(finding, row);
      expect(first).toMatch(/^kubectl get \S+( -n \S+)? --show-managed-fields -o yaml$/);
      const scenario = tryScenario(finding, row, read.text, around());
      const outcomes = scenario === undefined ? [] : run(scenario, { catalog }).outcomes;
      expect([nameOf(row), outcomes.map(({ status }) => status)[0]]).toEqual([nameOf(row), 'read']);
      expect(shown[rule] ?? ['changed']).toContain(outcomes.at(-1)?.status);
      const repair = repairOf(finding, row, read.text, isOfAdmission(finding) ? around() : []);
      if (repair === undefined) continue;
      const { before, after, refusal } = previewRepair(repair, catalog);
      expect(refusal).toBeUndefined();
      expect(before.length).toBe(row.entries.length);
      expect(after).not.toEqual(before);
    }
  });
});

test('a rule that has a repair has one for a recorded fault', () => {
  const mended = [...recordingsOf('faults')].flatMap(([name, files]) => {
    const options = { catalog, ...(name === 'manager-not-seen' ? { notSeenDays: 1 / 86_400 } : {}) };
    return judgeFiles(files, options).flatMap(({ row, read, findings }) =>
      findings.flatMap((finding) => (repairOf(finding, row, read.text) === undefined ? [] : [finding.rule])),
    );
  });
  expect(rules.map(({ id }) => id).filter((id) => repairOfRule[id] !== undefined && !mended.includes(id))).toEqual([]);
});
