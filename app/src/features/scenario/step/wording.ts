import { create } from 'zustand';

/** The store of the step whose name and note are being changed; `field` gets the caret. */
export const useWording = create<{ readonly stepId: string | undefined; readonly field: 'name' | 'note' }>(() => ({
  stepId: undefined,
  field: 'name',
}));

/** Opens the fields to change the name and the note of a step. */
export function wordStep(stepId: string, field: 'name' | 'note'): void {
  useWording.setState({ stepId, field });
}
