import type { GroupBy, QueryCount, QueryName, SortBy, UnreadReason } from '@managed-fields/survey';

const numbers = new Intl.NumberFormat('en-US');

/** The survey: many objects at once, who owns what of them, and what is wrong. */
export const survey = {
  open: 'Survey many objects…',
  openWords: 'kubectl get all dump list files folder namespace heat map managers findings',
  title: 'Survey',
  close: 'Close',
  closeHint: 'Shows the scenario. The survey stays in this tab.',
  back: (objects: number) => `Back to the survey (${objectsOf(objects)})`,
  discard: 'Discard it',
  number: (count: number) => numbers.format(count),
  size: sizeOf,
  objects: objectsOf,
  summary: (objects: number, managers: number, kinds: number) =>
    `${objectsOf(objects)}, ${many(managers, 'manager')}, ${many(kinds, 'kind')}`,

  emptyTitle: 'Who owns the fields of many objects',
  emptyText:
    'Drop files or a folder here, or paste. Everything that kubectl prints is read: YAML or JSON, lists, several documents, packed by gzip.',
  emptyCommand: 'A dump to begin with:',
  privacy: 'The objects stay in this tab: nothing is sent, nothing is stored, nothing enters the address.',
  addFiles: 'Add files…',
  chooseFiles: 'Choose files…',
  chooseFolder: 'Choose a folder…',

  reading: (bytes: number, of: number | undefined) =>
    of === undefined ? 'Reading…' : `${sizeOf(bytes)} of ${sizeOf(of)} read`,
  readingLabel: 'Reading',
  cancel: 'Cancel',
  stopped: (bytes: number, of: number | undefined) =>
    of === undefined
      ? 'Reading was cancelled. What was read stays.'
      : `Reading was cancelled after ${sizeOf(bytes)} of ${sizeOf(of)}. What was read stays.`,
  failed: 'Reading ended by a mistake of this page:',
  readAgain: 'Read again',
  nothingRead: (parts: number) =>
    `Nothing that was opened could be read as an object. What stands there, and why it is none: ${numbers.format(parts)} ${parts === 1 ? 'part' : 'parts'}.`,
  auditEvents: (events: number) =>
    `${numbers.format(events)} of what was read ${events === 1 ? 'is an event' : 'are events'} of an audit log. As a log it shows what was written and by whom, object by object.`,
  openAsLog: 'Open as an audit log',
  nothingFound: 'No object was found in what was read.',
  done: (objects: number) => `${objectsOf(objects)} read.`,

  views: {
    objects: 'Objects',
    heat: 'Heat map',
    managers: 'Managers',
    findings: 'Findings',
    forecast: 'Forecast',
    unread: 'Not read',
  },
  filter: 'Filter',
  filterHelp: (examples: string) => `Words, or conditions such as ${examples}`,
  filterHint: 'Type / to come here.',
  understood: 'Understood as',
  completions: 'Names that fit',
  completionCount: (objects: number) => `in ${objectsOf(objects)}`,
  shown: (shown: number, all: number) =>
    shown === all ? objectsOf(all) : `${numbers.format(shown)} of ${objectsOf(all)}`,
  noneFits: 'No object fits the filter.',
  word: (text: string, not: boolean) => (not ? `“${text}” nowhere in its names` : `“${text}” in one of its names`),
  names: {
    manager: 'manager',
    kind: 'kind',
    namespace: 'namespace',
    name: 'name',
    owner: 'owner',
    operation: 'operation',
    subresource: 'subresource',
    version: 'version',
    finding: 'finding',
    file: 'file',
  } satisfies Readonly<Record<QueryName, string>>,
  condition: (name: string, values: readonly string[], not: boolean) =>
    `${name} ${not ? 'is not' : 'is'} ${values.join(' or ')}`,
  anyValue: (name: string) => `${name}: still to be typed`,
  counts: {
    managers: 'managers',
    fields: 'owned fields',
    shared: 'shared fields',
    bytes: 'bytes',
    findings: 'findings',
  } satisfies Readonly<Record<QueryCount, string>>,
  comparison: (count: string, sign: '>' | '<' | '=', number: number, not: boolean) =>
    `${not ? 'not ' : ''}${{ '>': 'more than', '<': 'fewer than', '=': 'exactly' }[sign]} ${numbers.format(number)} ${count}`,
  unknownName: (name: string) => `There is no “${name}:”, so nothing fits.`,

  groupBy: 'Group by',
  groups: {
    nothing: 'no groups',
    kind: 'kind',
    namespace: 'namespace',
    manager: 'manager',
    owner: 'owner reference',
  } satisfies Readonly<Record<GroupBy, string>>,
  noGroup: {
    kind: 'no kind',
    namespace: 'no namespace',
    manager: 'no manager',
    owner: 'no owner',
  } satisfies Readonly<Record<Exclude<GroupBy, 'nothing'>, string>>,
  table: 'Objects of the survey',
  columns: {
    kind: 'Kind',
    namespace: 'Namespace',
    name: 'Name',
    managers: 'Managers',
    fields: 'Fields',
    shared: 'Shared',
    written: 'Newest write',
    bytes: 'Size',
    managedFieldsBytes: 'managedFields',
    findings: 'Findings',
  } satisfies Readonly<Record<SortBy | 'managedFieldsBytes', string>>,
  columnHints: {
    kind: 'Kind of the object',
    namespace: 'Namespace of the object',
    name: 'Name of the object',
    managers: 'Managers with an entry in managedFields; sorted by how many there are',
    fields: 'Fields that have an owner',
    shared: 'Fields that several managers own',
    written: 'Time of the newest entry in managedFields (UTC)',
    bytes: 'Size of the object as JSON',
    managedFieldsBytes: 'Size of managedFields as JSON',
    findings: 'What the rules found in the object',
  } satisfies Readonly<Record<SortBy | 'managedFieldsBytes', string>>,
  more: (count: number) => `+${count}`,
  noManagers: 'none',
  opened: (name: string) => `${name} was opened from the survey.`,
  gone: 'This object can no longer be read.',

  heatLabel: 'Fields by object and manager',
  heatLegend: 'Fields that a manager owns in an object',
  heatShared: 'some of them shared',
  heatCell: (manager: string, fields: number, shared: number) =>
    fields === 0 ? `${manager}: nothing` : `${manager}: ${many(fields, 'field')}, ${numbers.format(shared)} shared`,
  heatManagers: (shown: number, all: number) => `The ${shown} managers of the most objects, of ${numbers.format(all)}`,

  totals: 'Totals by manager',
  totalColumns: {
    manager: 'Manager',
    operations: 'Operations',
    objects: 'Objects',
    fields: 'Fields',
    alone: 'Alone',
    shared: 'Shared',
    oldest: 'Oldest write',
    newest: 'Newest write',
    bytes: 'managedFields',
  },
  showObjects: (manager: string) => `Show the objects of ${manager}`,

  unreadLabel: 'What was not read',
  unreadColumns: { file: 'File', line: 'Line', reason: 'Why', detail: 'What was found' },
  pasted: 'pasted text',
  reasons: {
    syntax: 'neither YAML nor JSON',
    'not-object': 'no object: apiVersion or kind is missing',
    'too-large': 'larger than a cluster stores',
    cut: 'the text ends within it',
    binary: 'no text',
    damaged: 'the file cannot be opened or unpacked',
    'too-many': 'more objects than are read',
  } satisfies Readonly<Record<UnreadReason, string>>,

  noFindings: 'The rules found nothing in these objects.',
  why: 'Why it matters',
  todo: 'What to do',
  showInTable: 'Show these objects',
  example: 'Open an example of it',
  exampleNamed: (title: string) => `Example: ${title}`,
  switchOff: 'Switch this rule off',
  tryIt: 'Try it',
  tryHint: 'Opens a scenario that shows it',
  commands: 'Commands',
  repairAll: 'Repair all…',
  repairs: 'Repairs',
  repairTitle: (title: string) => `Repair: ${title}`,
  repairNote:
    'Nothing is sent from here. Each command was played on the object as it was read; where the object has changed since, the server refuses.',
  scriptHead: 'Made by the managedFields playground. Read it before you run it: nothing was sent yet.',
  repairing: (done: number, of: number) => `${numbers.format(done)} of ${numbers.format(of)} repairs previewed…`,
  repaired: (count: number, refused: number) =>
    refused === 0
      ? `${numbers.format(count)} repairs.`
      : `${numbers.format(count)} repairs, ${numbers.format(refused)} of them refused.`,
  noneLeft:
    'No entry is left: the next server-side apply makes one of before-first-apply, with all fields that the object has.',
  unrepaired: (count: number) => `For ${many(count, 'object')} there is no repair by itself.`,
  before: 'Before',
  after: 'After',
  refused: 'Refused:',
  copyScript: 'Copy the script',
  saveScript: 'Save the script',
  moreFields: (count: number) => `and ${many(count, 'field')} more`,
  moreFindings: (count: number) => `Show more of ${numbers.format(count)}`,
  rules: (all: number, off: number) => (off === 0 ? `All ${all} rules are on` : `${off} of ${all} rules are off`),
  saveRules: 'Save this choice as a file',
  takeRules: 'Take the choice of a file…',
  noRules: 'This file holds no choice of rules.',

  exportLabel: 'Export what is shown',
  exportButton: 'Export',
  exportScope: (objects: number) => `What the filter shows: ${objectsOf(objects)}`,
  exportForms: {
    csv: 'Table as CSV',
    markdown: 'Table as Markdown',
    json: 'Everything as JSON',
    html: 'Report as HTML, without scripts',
  },

  fromCluster: 'From the cluster…',
  clusterTitle: 'Read objects from the cluster',
  clusterNamespaces: 'Namespaces, with spaces between them',
  clusterKinds: 'Kinds',
  clusterFilter: 'Filter the kinds',
  clusterNote: 'Lists are read page by page. Nothing is written, and Secrets are not read.',
  clusterRead: (kinds: number) => `Read ${many(kinds, 'kind')}`,
  readingLists: (done: number, of: number) => `${numbers.format(done)} of ${numbers.format(of)} lists read`,
  unreadLists: (count: number) => `${numbers.format(count)} ${count === 1 ? 'list' : 'lists'} could not be read`,

  bringHint: (objects: number) => `${objectsOf(objects)} are many for one scenario.`,
  bringOpen: 'Open as a survey',
};

function objectsOf(count: number): string {
  return many(count, 'object');
}

function many(count: number, noun: 'object' | 'manager' | 'kind' | 'field'): string {
  return `${numbers.format(count)} ${count === 1 ? noun : `${noun}s`}`;
}

function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
