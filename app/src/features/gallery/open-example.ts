import { editCopy, openExample } from '../../core/store/address.ts';
import { closeDialog } from '../../core/ui/open-dialog.ts';

/** Opens an example at a step, by default the first, and puts the focus on the button to the next step. */
export async function walkThrough(name: string, stepId?: string): Promise<void> {
  // The gallery closes after that, so that Back leads to it.
  await openExample(name, stepId);
  closeDialog();
  requestAnimationFrame(() => document.getElementById('walk-next')?.focus());
}

/** Opens a copy of an example as a draft. */
export async function startFrom(name: string): Promise<void> {
  await openExample(name);
  closeDialog();
  editCopy();
}
