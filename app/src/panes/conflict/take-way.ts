import type { WayChoices, WayOut } from '@managed-fields/scenario';
import { changeByEngine } from '../../engine/drive.ts';

/**
 * Changes a step by a way out of its conflict, for all fields or field by field. The panel goes with the conflict, so
 * the focus moves to the heading of the step.
 */
export function takeWay(stepId: string, way: WayOut | WayChoices): void {
  changeByEngine(
    { kind: 'resolve', stepId, way },
    { done: () => document.querySelector<HTMLElement>('[data-step-heading]')?.focus() },
  );
}
