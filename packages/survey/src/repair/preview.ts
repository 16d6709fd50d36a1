import type { TypeCatalog } from '@managed-fields/api-server';
import { isMap, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { type ManagerView, run } from '@managed-fields/player';
import { exactValue } from '../read/reader.ts';
import type { Repair } from './repair.ts';

/** What a repair would come to. */
export interface RepairPreview {
  /** The entries before and after it. */
  readonly before: readonly ManagerView[];
  readonly after: readonly ManagerView[];
  /** The server's words where it refuses the repair; undefined where it does not. */
  readonly refusal: string | undefined;
  /** The object after it; undefined where there is none. */
  readonly object: ValueMap | undefined;
}

/**
 * Plays a repair on the object as it was read, by the code that plays scenarios. `catalog` has the kinds of the cluster's
 * version.
 */
export function previewRepair({ scenario }: Repair, catalog: TypeCatalog): RepairPreview {
  const { steps } = scenario;
  // The definition of the kind, and what admission goes by, may stand before the live object.
  const live = steps.findLastIndex(({ kind }) => kind === 'live');
  const last = steps.at(-1);
  const before = run({ ...scenario, steps: steps.slice(0, live + 1) }, { catalog, selected: steps[live]?.id });
  const { outcomes, view } = run(scenario, { catalog, selected: last?.id });
  const failed = outcomes.find(({ status }) => status === 'conflict' || status === 'error' || status === 'not-played');
  const text = view?.result?.text;
  const object: Value | undefined =
    text === undefined ? undefined : exactValue({ form: 'yaml', text, named: undefined });
  return {
    before: before.view?.result?.managers ?? before.view?.own?.managers ?? [],
    after: view?.result?.managers ?? [],
    refusal: failed === undefined ? undefined : (failed.message ?? failed.status),
    object: isMap(object) ? object : undefined,
  };
}
