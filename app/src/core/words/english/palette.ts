/** The command palette. */
export const palette = {
  paletteHint: 'Find a command, a step, an example or a draft',
  open: 'Commands…',
  none: 'Nothing here does that.',
  notNow: 'not now',
  groups: {
    go: 'Go',
    step: 'Selected step',
    add: 'Add a step',
    view: 'Result',
    scenario: 'Scenario',
    page: 'Page',
    drafts: 'Drafts in this browser',
    examples: 'Examples',
  },
  nextPane: 'Next pane',
  previousPane: 'Previous pane',
  renameScenario: 'Rename the scenario',
  besideOn: 'Show the live object beside the step',
  besideOff: 'Hide the live object beside the step',
  share: 'Share…',
  undo: 'Undo the last change of the scenario',
  redo: 'Redo the last change of the scenario',
  renameStep: 'Rename the step',
  noteStep: 'Write the sentence of the step',
  formatStep: 'Tidy the text of the step',
  removeStep: 'Remove the step',
  duplicateStep: 'Duplicate the step',
  moveUp: 'Move the step up',
  moveDown: 'Move the step down',
  switchOff: 'Switch the step off',
  switchOn: 'Switch the step on',
  nextStepWords: 'run continue forward',
  previousStepWords: 'back',
  copyLink: 'Copy a link',
  shareWords: 'link url save copy markdown iframe embed file secrets redact',
  settingsWords: 'settings preferences appearance colours',
  languageWords: 'language translation',
  goToStep,
  addStep,
  showView,
  theme,
  language,
  countSentence,
  movedSentence,
};

/** The command that selects a step, by its place and name. */
function goToStep(place: number, name: string): string {
  return `Step ${place}: ${name}`;
}

/** The command that adds a step, by the name of its kind. */
function addStep(kind: string): string {
  return `Add: ${kind}`;
}

/** The command that opens a view of the result, by its name. */
function showView(view: string): string {
  return `Show ${view}`;
}

/** The command that switches to a theme, by its name. */
function theme(name: string): string {
  return `Theme: ${name}`;
}

/** The command that switches to a language, by its own name for itself. */
function language(name: string): string {
  return `Language: ${name}`;
}

/** Says how much a search found. */
function countSentence(count: number): string {
  return count === 1 ? '1 command' : `${count} commands`;
}

/** Says where a step is after it was moved. */
function movedSentence(place: number, count: number): string {
  return `Moved: step ${place} of ${count}`;
}
