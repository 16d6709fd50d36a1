import type { Outcome, StepKind } from '@managed-fields/scenario';

/** What a kind of step is called. */
const kindNames: Readonly<Record<StepKind, string>> = {
  live: 'Live object',
  apply: 'Server-side apply',
  create: 'Create',
  update: 'Update',
  'merge-patch': 'Merge patch',
  'strategic-merge-patch': 'Strategic merge patch',
  'json-patch': 'JSON patch',
  scale: 'Scale',
  status: 'Status',
  reset: 'Reset managedFields',
  delete: 'Delete',
  crd: 'CRD',
  kubectl: 'kubectl command',
};

/** What a kind of step is for, in the menu and over an empty editor. */
const kindHints: Readonly<Record<StepKind, string>> = {
  live: 'Paste what kubectl get -o yaml --show-managed-fields prints',
  apply: 'Declare the fields that a manager wants to own',
  create: 'POST a whole object',
  update: 'PUT the whole object, as most controllers do',
  'merge-patch': 'Change some fields; lists are replaced',
  'strategic-merge-patch': 'Change some fields; lists merge by key',
  'json-patch': 'A list of operations on paths',
  scale: 'Set replicas through /scale, as an autoscaler does',
  status: 'Write the status, as a controller does',
  reset: 'Replace managedFields by an empty list',
  delete: 'Delete the object',
  crd: 'Install or replace a CustomResourceDefinition',
  kubectl: 'A kubectl command line',
};

/** How a step ended, as a badge; a step that is switched off says `words.off` instead. */
const outcomeNames: Readonly<Record<Outcome['status'], string>> = {
  created: 'created',
  changed: 'changed',
  unchanged: 'unchanged',
  deleted: 'deleted',
  read: 'read',
  installed: 'installed',
  conflict: 'conflict',
  error: 'error',
  skipped: 'empty',
};

/** The timeline of steps. */
export const steps = {
  steps: 'Steps',
  step: 'Step',
  addStep: 'Add step',
  add: 'Add',
  moveUp: 'Move up',
  moveDown: 'Move down',
  rename: 'Rename…',
  duplicate: 'Duplicate',
  remove: 'Remove',
  switchOff: 'Switch off',
  switchOn: 'Switch on',
  off: 'off',
  forced: 'force',
  moreActions: 'Actions for step',
  previousStep: 'Previous step',
  nextStep: 'Next step',
  noStep: 'No steps. Add one to begin.',
  emptyObject: 'Nothing here yet',
  stepsPane: 'Steps of the scenario',
  kindNames,
  kindHints,
  outcomeNames,
  placeSentence,
  announcement,
};

/** Where the reader stands among the steps. */
function placeSentence(place: number, count: number, outcome: string | undefined): string {
  return `Step ${place} of ${count}${outcome === undefined ? '' : ` · ${outcome}`}`;
}

/** What is said aloud of a step when it was chosen or ends differently; `message` in the server's own words. */
function announcement(
  place: number,
  kind: string,
  manager: string | undefined,
  outcome: string,
  message: string | undefined,
): string {
  const who = manager === undefined ? kind : `${kind} by ${manager}`;
  return [`Step ${place}, ${who}: ${outcome}`, message].filter(Boolean).join('. ');
}
