import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { isMap } from '@managed-fields/merge-engine';
import { exactValue, type Survey, upgradeChanges } from '@managed-fields/survey';
import type { TaskMeans, UpgradeQuestion, UpgradeRow } from '../../../core/engine/protocol.ts';

// Code that only the view of an upgrade needs.

/** Milliseconds after which rows are told, and other questions are let in. */
const tellAfterMs = 50;

/** Grows with each question: an older one ends. */
let asked = 0;

/** Compares objects on both versions, and tells for which something changes while it goes on. */
export async function upgrade(
  survey: Survey | undefined,
  { from, to, objects }: UpgradeQuestion,
  { computed, tell }: Pick<TaskMeans<'survey'>, 'computed' | 'tell'>,
): Promise<boolean> {
  asked += 1;
  const own = asked;
  const [before, after] = await Promise.all([loadKubernetesTypes(from), loadKubernetesTypes(to)]);
  const readAt = (index: number) => {
    const text = survey?.textOf(index);
    return text === undefined ? undefined : exactValue(text);
  };
  const isDefinition = ({ kind }: { readonly kind: string }) => kind === 'CustomResourceDefinition';
  const definitions = (survey?.rows ?? [])
    .filter(isDefinition)
    .map(({ index }) => readAt(index))
    .filter(isMap);
  const changesOf = await computed(() =>
    upgradeChanges({ version: from, catalog: before }, { version: to, catalog: after }, definitions),
  );
  let rows: UpgradeRow[] = [];
  let since = performance.now();
  for (const [done, index] of objects.entries()) {
    const object = readAt(index);
    const changes = isMap(object) ? await computed(() => changesOf(object)) : [];
    if (changes.length > 0) rows.push({ index, changes });
    if (performance.now() - since < tellAfterMs) continue;
    tell({ rows, done: done + 1, of: objects.length });
    rows = [];
    await new Promise((later) => setTimeout(later));
    if (own !== asked) return false;
    since = performance.now();
  }
  tell({ rows, done: objects.length, of: objects.length });
  return true;
}
