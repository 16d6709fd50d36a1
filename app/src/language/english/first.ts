import { english } from '@managed-fields/rendering';
import type { EntriesView } from '@managed-fields/scenario';
import { conflict } from './conflict.ts';
import { bytesOf, countOf, listOf } from './counting.ts';
import { page } from './page.ts';
import { legend, result } from './result.ts';
import { step } from './step.ts';
import { steps } from './steps.ts';

/** The texts of the first screen: whole sections, and the parts of other sections that it uses. */
export const first = {
  counting: { bytesOf, countOf, listOf },
  leftOut: english.leftOut,
  conflict,
  legend,
  page,
  result,
  step,
  steps,
  field: {
    ...english.field,
    inspector: 'Field',
    inspectorEmpty: 'Point at a field to see who owns it; click to keep it here.',
    key: 'Key',
  },
  gallery: {
    examples: 'Examples',
    walk: 'Walk-through',
    walkPlace,
    walkNext: 'Next',
    walkNextExample: 'Next example',
    walkNoNote: 'Nothing is said about this step.',
    command: 'kubectl get deployment NAME -o yaml --show-managed-fields',
  },
  drafts: {
    untitled: 'Untitled scenario',
    scenarioTitle: 'Title of the scenario',
    open: 'Open',
    openDraft: 'Open a draft',
    sharedBanner: (title: string) =>
      `You are looking at a shared scenario${title === '' ? '' : `, “${title}”`}. Your own draft is untouched.`,
    exampleBanner: 'You are looking at an example. Your own draft is untouched.',
    changedBanner: 'What you change here is kept in this browser as a draft of its own.',
    changedInTab: 'What you change here is kept in this tab only: the browser takes nothing more.',
    editCopy: 'Edit a copy',
    backToDraft: 'Back to my draft',
  },
  links: {
    share: 'Share',
    copied: 'Copied ✓',
  },
  palette: {
    palette: 'Commands',
  },
  schema: {
    openLensHere: 'Schema',
    openLensHereTitle: 'What the schema of this object merges, and what it replaces whole',
  },
  wire: {
    show: 'Show the request as HTTP, curl, kubectl and RBAC',
    installIt: 'How to install it in a cluster',
    readIt: 'How to read it from a cluster',
  },
  exports: {
    label: 'Export',
    button: 'Export',
  },
  entries: {
    updatersLabel: 'Update entries',
    updatersTitle:
      'A server keeps at most ten Update entries. With an eleventh it folds the two oldest of the same apiVersion into one of the manager ancient-changes; entries of Apply do not count.',
    updaters,
  },
};

/** Says which step of the example the reader is at. */
function walkPlace(place: number, count: number): string {
  return `Step ${place} of ${count}`;
}

/** The meter of Update entries, such as `3 of 10 updaters`. */
function updaters({ count, most }: Pick<EntriesView['updaters'], 'count' | 'most'>): string {
  return `${count} of ${most} updaters`;
}
