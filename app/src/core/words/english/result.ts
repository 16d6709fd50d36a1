import type { EntriesView } from '@managed-fields/player';
import { english } from '@managed-fields/rendering';
import { countOf } from './counting.ts';

/** The object after a step. */
export const result = {
  ...english.result,
  object: 'Object',
  resultYaml: 'YAML of the result. Arrow keys move from line to line.',
  after: 'After step',
  staleBadge: 'stale',
  refused: 'Refused: the object is unchanged.',
  refusedNoObject: 'Refused: there is still no object.',
  showReason: 'Show why',
  noResult: 'No object yet',
  resultPane: 'Result of the selected step',
  views: 'Views of the result',
  viewNames: {
    object: 'Object',
    changes: 'Changes',
    entries: 'managedFields',
    table: 'Table',
    requests: 'Requests',
    'three-way': 'Three-way',
    migration: 'Migration',
  },
  insteadNames: { server: 'Server-side instead', client: 'Client-side instead' },
  lastApplied: 'last-applied',
  lastAppliedTitle:
    'Underline what client-side apply believes it owns: the fields in the annotation last-applied-configuration',
  inLastApplied: 'in last-applied',
  lastAppliedSentence,
  putDefinition: 'Put the definition before step 1',
};

/** Explains what is underlined for the last-applied annotation. */
function lastAppliedSentence(count: number): string {
  return `what client-side apply believes it owns: ${countOf(count, 'field')} in last-applied-configuration`;
}

/** The managers of an object. */
export const legend = {
  ...english.legend,
  nobodyTitle: 'Fields that no entry of managedFields owns: defaults, system fields, names',
  more: (count: number) => `${count} more`,
  fewer: 'Fewer',
  absentFields: 'Owned but not in the object',
  updatersLabel: 'Update entries',
  updatersTitle:
    'A server keeps at most ten Update entries. With an eleventh it folds the two oldest of the same apiVersion into one of the manager ancient-changes; entries of Apply do not count.',
  updaters,
};

/** The meter of Update entries, such as `3 of 10 Update entries`. */
function updaters({ count, most }: Pick<EntriesView['updaters'], 'count' | 'most'>): string {
  return `${count} of ${most} Update entries`;
}
