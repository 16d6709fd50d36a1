/** The list of shortcuts. */
export const shortcuts = {
  shortcuts: 'Keyboard shortcuts',
  computed:
    'Every step is computed while you write, so there is nothing to run: the keys that run elsewhere go on to the next step.',
  goToStep: 'Go to that step',
  goToStepKeys: '1 to 9',
  singleKeys: 'Shortcuts of a single key',
  singleKeysHint: 'Switch them off if you dictate, or press keys by chance. All others go on working.',
  editor: 'In the editor',
  editorLeave: 'Leave the editor',
  editorTab: 'Switch whether Tab leaves editors or indents',
  editorComplete: 'Complete what stands at the caret',
  editorFind: 'Find',
  editorProblem: 'Next problem',
  elsewhere: 'Elsewhere',
  lines: 'Move through the lines of an object, the rows of a table and the tabs',
  linesEnds: 'First and last',
  handle: 'Resize the panes beside a focused handle, Shift for more, double click to put it back',
  close: 'Close a dialog or a menu',
  listKeys: 'Arrow keys',
};

/** The editor: how to enter and leave it by keys. */
export const editor = {
  labelWithKeys,
  tabModes: {
    indents: 'Tab indents · Esc, then Tab leaves · Ctrl+M switches',
    leaves: 'Tab leaves the editor · Ctrl+M switches',
    next: 'Tab leaves the editor now',
  },
};

/** Returns the accessible name of an editor in which Tab indents, with the keys to leave it. */
function labelWithKeys(label: string): string {
  return `${label} Tab indents; press Escape, then Tab to leave. Ctrl+M switches whether Tab indents. Ctrl+Space completes.`;
}
