import type { MigrationView, StuckFields, ThreeWayRow, UnplayedView } from '@managed-fields/player';
import { countOf, listOf } from './counting.ts';

/** What a client-side apply does with a field, in a word or two. */
const effectNames: Readonly<Record<ThreeWayRow['effect'], string>> = {
  added: 'added',
  set: 'set',
  deleted: 'deleted',
  kept: 'kept',
  'left-alone': 'left alone',
};

/** What a directive of a patch means. */
const directiveSentences = {
  order: 'the order of the items that the file names',
  takeOut: 'takes these items out of the list',
  retain: 'only these keys stay',
  deleteItem: 'deletes this item',
  replace: 'replaces the whole',
  null: 'null deletes',
  lastApplied: 'the file, for the next apply',
};

/** A kubectl command, and the way from client-side to server-side apply. */
export const command = {
  commandLine: 'Command line',
  files: 'Files',
  addFile: 'Add file',
  removeFile: 'Remove file',
  noFiles: 'No files. A command that reads one with -f needs it here.',
  emptyFile: 'The text of this file',
  fileFromBefore: 'From a command before this one; what you change counts from this step on',
  standardInput: 'Standard input',
  editedText: '$EDITOR: the text after editing',
  renameFile: 'Rename…',
  rename: 'Rename',
  add: 'Add',
  cancel: 'Cancel',
  fileRole: 'What it is',
  file: 'File',
  fileName: 'Name of the file',
  nameProblems: {
    empty: 'A file needs a name.',
    folder: 'A name that ends like this is that of a folder.',
    'too-long': 'A part of the name is longer than 255 bytes, the most that a file system takes.',
    'hidden-character': 'The name holds a character that nobody sees.',
    taken: 'This step has it already.',
  },
  missingFile: 'The command reads a file that is not there:',
  addMissing: 'Add it',
  missingInput: 'The command reads its standard input, and there is none.',
  writeInput: 'Write standard input',
  opened: 'An editor opens here, and nobody changes its text.',
  edit: 'Edit the text',
  inLine: 'The line holds a text that the command reads.',
  takeOut: 'Edit it as standard input',
  variablesStay: 'Variables of a shell are not known here, so these stay as they are written:',
  terminal: 'Terminal',
  otherTerminal: 'Terminal of the other way',
  nothingPrinted: 'nothing printed',
  exitCode: 'exit code',
  sides: { server: 'Server-side', client: 'Client-side' },
  sameBothWays: 'Both ways leave the same values and the same owners.',
  differences: 'What differs',
  objectInstead: 'The object instead',
  requests: 'Requests',
  noRequests: 'This command sent no request.',
  before: 'Managers before',
  sent: 'Sent',
  answer: 'Answered',
  objectAfter: 'The object after the request',
  allFields: 'all fields',
  original: 'Original',
  originalIs: 'last-applied',
  modified: 'Modified',
  modifiedIs: 'the file',
  current: 'Current',
  currentIs: 'live object',
  effect: 'What kubectl does, and why',
  nothingToDo: 'The object has everything that the file says.',
  patchSent: 'The patch',
  patchTypes: { strategic: 'strategic merge patch', merge: 'JSON merge patch' },
  emptyPatch: 'The patch is empty, so nothing is sent.',
  deletedFields: 'Deleted',
  nothingDeleted: 'No field is deleted.',
  unownedFields: 'Left to nobody',
  stuckFields: 'Stuck',
  nothingStuck: 'Nothing stays behind under another manager.',
  dropEntry: 'Drop this entry',
  handOver: 'The patch that hands the fields over',
  nothingHandedOver: 'No patch was needed.',
  wayBack: 'Back to client-side',
  effectNames,
  directiveSentences,
  effectSentence,
  migrationSentence,
  freeSentence,
  wayBackSentence,
  fileLabel,
  unplayedSentence,
};

/** Says why a client-side apply does what it does with a field. */
function effectSentence({ effect, original, current, drifted, owners }: ThreeWayRow): string {
  switch (effect) {
    case 'added':
      return original === undefined ? 'new in the file' : 'applied before and gone since: written again';
    case 'set':
      if (!drifted) return original === undefined ? 'new in the file, over the live value' : 'the file changed it';
      return `the file says the same as last time, the object says ${current ?? 'nothing'}: set back`;
    case 'deleted':
      return 'applied last time and no longer in the file';
    case 'kept':
      return 'the object already has it';
    case 'left-alone': {
      if (owners.length === 0) return 'in no file, so apply leaves it: a default';
      return `${listOf(owners)} set it and apply never did, so its absence from the file says nothing`;
    }
  }
}

/** Says what a migration is about. */
function migrationSentence({ object, manager, forced }: MigrationView): string {
  const taken = `${manager} takes ${object} over from client-side apply.`;
  return forced ? `Refused for conflicts. With --force-conflicts: ${taken}` : taken;
}

/** Says how to free fields that another entry still owns. */
function freeSentence({ fields, fieldCount }: StuckFields): string {
  const more = fieldCount - fields.length;
  const also = more > 0 ? `, which also frees the ${countOf(more, 'field')} more that it owns` : '';
  return [
    'To be rid of it, apply it with another value and --force-conflicts, then apply without it.',
    `Or apply it with its live value, drop the entry${also}, then apply without it.`,
  ].join(' ');
}

/** Says how to return to client-side apply. */
function wayBackSentence({ annotated }: MigrationView): string {
  return annotated
    ? 'kubectl apply without --server-side: last-applied-configuration is still there, so what leaves the file is still deleted.'
    : 'last-applied-configuration is gone, for only the manager kubectl keeps it. Write it first with kubectl apply set-last-applied --create-annotation, then kubectl apply without --server-side; else what has left the file by then is not deleted.';
}

/** Says what is not played here; kubectl or a shell has it. */
function unplayedSentence(unplayed: UnplayedView): string {
  switch (unplayed.kind) {
    case 'program':
      return `${unplayed.program} is not run here, and so nothing of this line is. What is run are kubectl, cat, echo and printf.`;
    case 'syntax':
      return `${unplayed.syntax} is not played here: write out what a shell would put there, or make two steps of the line.`;
    case 'editor':
      return `${unplayed.editor} is not run here. Write the text as it leaves the editor, and the command goes on with that.`;
    case 'no-program':
      return 'Variables are set for one command only here: write them before kubectl.';
    case 'command':
      return `kubectl ${unplayed.command} is not played here. What is played are the commands that write objects or read them back.`;
    case 'help':
      return `kubectl prints its help here: kubectl${unplayed.command === '' ? '' : ` ${unplayed.command}`} --help in a terminal shows it.`;
    case 'flag':
      return `${unplayed.flag} is not played here: without it, the command is.`;
    case 'format':
      return `The format ${unplayed.format} is not printed here: yaml, json and name are.`;
    case 'url':
      return `Nothing is fetched here. Add the text of ${unplayed.url} as a file and name it with -f.`;
  }
}

/** The accessible name of the editor of a command's file. */
function fileLabel(name: string): string {
  return `YAML of file ${name}. Ctrl+M switches whether Tab moves the focus.`;
}
