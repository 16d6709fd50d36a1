import { create } from 'zustand';

/** Whose name and sentence are being changed; `field` is where the caret goes. */
export const useWording = create<{ readonly stepId: string | undefined; readonly field: 'name' | 'note' }>(() => ({
  stepId: undefined,
  field: 'name',
}));

/** Opens the fields for a step's name and its sentence. */
export function wordStep(stepId: string, field: 'name' | 'note'): void {
  useWording.setState({ stepId, field });
}
