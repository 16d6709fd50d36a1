import type { ConflictRow } from '@managed-fields/rendering';
import type { StepPreview } from '@managed-fields/scenario';
import { pick } from '../components/screen.ts';

/**
 * Picks the first field whose value a way out changes, so that the result scrolls to it: otherwise the first field that
 * was in conflict.
 */
export function pickChanged(preview: StepPreview | undefined, conflicting: ConflictRow | undefined): void {
  const values = preview?.objects.flatMap((object) => object.values) ?? [];
  pick(values.find(({ after }) => after !== undefined)?.path ?? conflicting?.path);
}
