import '../whole.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { readScenario } from '@managed-fields/scenario';
import { describe, expect, test } from 'vitest';
import { spread } from '../../../../conformance/whole.ts';
import { changesOfStep } from './changes.ts';
import { entriesOfStep } from './entries.ts';

const catalog = await loadKubernetesTypes();
const folder = new URL('../../../../public/examples/', import.meta.url);
const examples = readdirSync(folder).filter((file) => file.endsWith('.yaml'));

describe.each(spread(examples, 3))('%s', (file) => {
  const read = readScenario(readFileSync(new URL(file, folder), 'utf8'));
  if (read.kind !== 'scenario') throw new Error(`${file} does not read`);
  const { scenario } = read;

  test('every diff holds each line of both texts once, in order, and says the same of the same only', () => {
    for (const { id } of scenario.steps) {
      const view = changesOfStep(scenario, id, { catalog });
      if (view === undefined) continue;
      const { before, after, lines } = view;
      const [old, next] = [linesOf(before?.text), linesOf(after?.text)];
      expect(lines.flatMap((line) => line.before ?? [])).toEqual([...old.keys()]);
      expect(lines.flatMap((line) => line.after ?? [])).toEqual([...next.keys()]);
      for (const line of lines) {
        if (line.kind !== 'same') continue;
        const [a, b] = [old[line.before ?? -1], next[line.after ?? -1]];
        expect(a?.replace(/^[ -]*/, '')).toBe(b?.replace(/^[ -]*/, ''));
      }
      const changed = lines.filter(({ kind, bookkeeping }) => kind !== 'same' && !bookkeeping);
      if (view.values.length > 0) expect(changed).not.toEqual([]);
      if (view.effect === 'refused') expect([...changed, ...view.moves]).toEqual([]);
    }
  });

  test('every node of managedFields stands where it is said to, and counts as its entry says', () => {
    for (const { id } of scenario.steps) {
      const view = entriesOfStep(scenario, id, { catalog });
      for (const entry of view?.entries ?? []) {
        const own = entry.nodes.filter(({ element, member }) => member && element.kind !== 'self');
        expect(own).toHaveLength(entry.fieldCount);
        for (const node of entry.nodes) {
          const written = view?.text.slice(node.keyRange.from, node.keyRange.to) ?? '';
          expect(written.replace(/^'|'$/g, '').replaceAll("''", "'").replace(/^\? /, '')).toContain(
            node.key.slice(0, 40),
          );
          for (const index of node.fields) {
            const path = view?.object.fields[index]?.path ?? '';
            // An item that an entry names by its keys has a number, once its list has become atomic.
            const items = /\[[^\]]*\]/g;
            if (/\[\d+\]/.test(path)) expect(path.replace(items, '[]')).toBe(node.path?.replace(items, '[]'));
            else expect(path).toBe(node.path);
          }
        }
      }
    }
  });
});

function linesOf(text: string | undefined): readonly string[] {
  return text === undefined ? [] : text.replace(/\n$/, '').split('\n');
}
