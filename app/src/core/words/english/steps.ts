import { english } from '@managed-fields/rendering';
import type { StepKind } from '@managed-fields/scenario';

/** What each kind of step is for; shown in the menu and in an empty editor. */
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

/** The list of steps. */
export const steps = {
  ...english.steps,
  addStep: 'Add step',
  add: 'Add',
  moveUp: 'Move up',
  moveDown: 'Move down',
  rename: 'Rename…',
  duplicate: 'Duplicate',
  remove: 'Remove',
  switchOff: 'Switch off',
  switchOn: 'Switch on',
  moreActions: 'Actions for step',
  noStep: 'No steps. Add one to begin.',
  emptyObject: 'Nothing here yet',
  stepsPane: 'Steps of the scenario',
  kindHints,
  announcement,
};

/** The announcement for a step when it is selected or ends differently; `message` is in the server's own words. */
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
