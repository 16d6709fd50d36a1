/** The selected step: its settings and its text. */
export const step = {
  openLensHere: 'Schema',
  openLensHereTitle: 'What the schema of this object merges, and what it replaces whole',
  request: 'Request',
  menu: 'More for this step',
  apiVersion: 'API version',
  name: 'Name',
  nameHint: 'called by its manager and kind',
  note: 'Sentence',
  noteHint: 'One sentence for those who step through',
  changeNote: 'Change',
  rename: 'Rename…',
  writeNote: 'Write a sentence…',
  done: 'Done',
  format: 'Format',
  formatHint: 'Tidy the YAML; comments stay',
  formatted: 'Formatted',
  alreadyTidy: 'Nothing to tidy',
  notFormatted: {
    unreadable: 'This text cannot be read, so it cannot be formatted',
    'would-change': 'Formatting would change what this text says, so it stays as it is',
  },
  copyText: 'Copy the text',
  manager: 'Manager',
  managerHint: 'from the User-Agent',
  userAgent: 'User-Agent',
  force: 'Force',
  subresource: 'Subresource',
  noSubresource: 'none',
  validation: 'Validation',
  validations: { '': 'default', Strict: 'Strict', Warn: 'Warn', Ignore: 'Ignore' },
  dryRun: 'Dry run',
  objectOf: 'Object',
  objectFromBefore: 'that of the step before',
  chooseObject: 'Name an object',
  objectFields: { apiVersion: 'apiVersion', kind: 'kind', namespace: 'namespace', name: 'name' },
  useObjectFromBefore: 'Use that of the step before',
  beside: 'Side by side',
  besideTitle: 'Show the live object beside this step',
  editText: 'Edit text',
  doneEditing: 'Done',
  editorPane: 'Selected step',
  besidePane: 'Live object',
  editorLoading: 'Loading the editor…',
  editorFailed: 'The editor could not be loaded; here is a plain one.',
  editorLabel,
};

/** Returns the accessible name of a code view or an editor. */
function editorLabel(place: number, kind: string, manager: string | undefined): string {
  const by = manager === undefined ? '' : ` by ${manager}`;
  return `YAML of step ${place}, ${kind}${by}.`;
}
