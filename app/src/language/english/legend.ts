import { english } from '@managed-fields/static-view';

/** The managers of an object. */
export const legend = {
  ...english.legend,
  nobodyTitle: 'Fields that no entry of managedFields owns: defaults, system fields, names',
  more: (count: number) => `${count} more`,
  fewer: 'Fewer',
  absentFields: 'Owned but not in the object',
};
