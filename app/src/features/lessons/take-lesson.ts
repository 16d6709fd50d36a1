import { openLesson } from '../../core/store/address.ts';
import { closeDialog } from '../../core/ui/open-dialog.ts';

/** Whether the panel of the lesson that is being opened is to have the focus. */
let wanted = false;

/** Opens a lesson at its start; the heading of its panel then takes the focus. */
export async function takeLesson(name: string): Promise<void> {
  wanted = true;
  if (!(await openLesson(name))) wanted = false;
  // The list closes after that, so that Back leads to it.
  closeDialog();
}

/** Puts the focus on the heading of the panel, where somebody has opened a lesson from the page. */
export function focusHeading(heading: HTMLElement | null): void {
  if (!wanted) return;
  wanted = false;
  heading?.focus();
}
