/** The text of a frame whose scripts are blocked. In an export of its own, because nothing else can be fetched then. */
export const blocked =
  'The browser keeps this frame from its own scripts. Its server has to send Access-Control-Allow-Origin, or the frame needs allow-same-origin in its sandbox.';

/** The page embedded in another page. */
export const embed = {
  steps: 'Steps',
  previous: 'Previous step',
  next: 'Next step',
  stepName: (place: number, who: string, outcome: string | undefined) =>
    `Step ${place}: ${who}${outcome === undefined ? '' : `, ${outcome}`}`,
  views: 'View',
  viewNames: {
    object: 'Object',
    changes: 'Changes',
    managedfields: 'managedFields',
    table: 'Table',
    conflict: 'Conflict',
  },
  noConflict: 'This step met no conflict.',
  ways: 'Ways out',
  field: 'Field',
  value: 'Value',
  close: 'Close',
  why: 'Why',
  looking: 'Looking…',
  unknownWhy: 'The engine gave no answer.',
  noField: 'The object on screen does not have this field.',
  redacted: 'The link leaves out what looks secret.',
  unchecked: 'No link: nobody could look for secrets in what stands here.',
  edit: 'Edit here',
  done: 'Done',
  restore: 'As it was',
  editing: (place: number) => `Text of step ${place}`,
  problemAt: (line: number, message: string) => `Line ${line}: ${message}`,
  loading: 'Loading…',
  working: 'Computing…',
  empty: 'Nothing to show: neither the address of this frame nor the page around it gives a scenario with steps.',
  unknownExample: (name: string) => `There is no example called ${name}.`,
  unreachable: 'What this frame shows could not be fetched. Reload the page when there is a connection.',
  unreachableFile: (address: string) => `The scenario at ${address} could not be fetched.`,
  misplaced: (base: string) =>
    `The playground cannot lie at ${base}: base is the address of its folder, by http or https.`,
  unreadableFile: 'What this frame was given is neither YAML nor JSON.',
  notScenario: 'What this frame was given is not a scenario.',
  newerScenario: 'This scenario was made for a newer version of the playground.',
  unanswered: 'The engine gave no answer for this step.',
  tooLarge: 'This scenario is too large for a link.',
  blocked,
  refused: 'This message was not understood.',
};
