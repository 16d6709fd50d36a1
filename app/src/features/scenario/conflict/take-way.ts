import type { StepPreview, WayChoices, WayOut } from '@managed-fields/player';
import type { ConflictRow } from '@managed-fields/rendering';
import { changeByEngine } from '../../../core/engine/drive.ts';
import { pick } from '../look.ts';

/**
 * Changes a step by a way out of its conflict, for all fields or field by field. The panel goes with the conflict, so
 * the focus moves to the heading of the step; and the result scrolls to the first field whose value changes, else to the
 * first one in conflict.
 */
export function takeWay(
  stepId: string,
  way: WayOut | WayChoices,
  preview: StepPreview | undefined,
  conflicting: ConflictRow | undefined,
): void {
  changeByEngine(
    { kind: 'resolve', stepId, way },
    { done: () => document.querySelector<HTMLElement>('[data-step-heading]')?.focus() },
  );
  const values = preview?.objects.flatMap((object) => object.values) ?? [];
  pick(values.find(({ after }) => after !== undefined)?.path ?? conflicting?.path);
}
