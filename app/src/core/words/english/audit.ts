import type { Compared, KindBasis, NotPlayed, ProblemCode } from '@managed-fields/audit';
import { countOf } from './counting.ts';

/** Audit logs: what was read of one, and the history of an object. */
export const audit = {
  open: 'Open an audit log…',
  openWords: 'audit log audit.k8s.io events history incident apiserver',
  title: 'Audit log',
  about:
    'Choose an object of an audit log, and its history becomes a scenario: each request is played, and its answer compared with the recorded one. The log is read in this browser and goes nowhere.',
  forms: 'JSON lines of audit.k8s.io/v1, an EventList or a list of events; several files at once, also packed by gzip.',
  chooseFiles: 'Choose files…',
  paste: 'Or paste events here',
  read: 'Read',
  other: 'Other log…',
  reading: (name: string, percent: number) => `Reading${name === '' ? '' : ` ${name}`}: ${percent} %`,
  cancel: 'Cancel',
  failed: 'The log could not be read.',
  summary: (events: number, lines: number, objects: number) =>
    `${events} events in ${lines === 1 ? '1 line' : `${lines} lines`}; ${objects === 1 ? '1 object was' : `${objects} objects were`} written.`,
  details: (reads: number, otherStages: number, repeated: number) =>
    `${reads} reads and ${otherStages} earlier stages of requests are not listed.${repeated === 0 ? '' : ` ${repeated} stood in the log twice.`}`,
  others: (what: string) => `Not writes of an object: ${what}.`,
  problems: (count: number) => (count === 1 ? '1 line could not be read' : `${count} lines could not be read`),
  problem: {
    'not-json': 'no JSON',
    cut: 'cut off at the end',
    'too-long': 'longer than 8 MB',
    foreign: 'no audit event',
    wrapped: 'an event inside of something else: take it out of there first',
    'no-object': 'a write without objectRef',
    'no-room': 'no room to keep its bodies',
    'too-large-document': 'one document of more than 96 MB: make it one event a line',
  } satisfies Record<ProblemCode, string>,
  lines: (lines: readonly number[], count: number) =>
    `${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}${count > lines.length ? '…' : ''}`,
  nothing: 'The log has no event that writes an object.',
  objects: 'Objects',
  filter: 'Filter by name, kind, namespace or writer',
  none: 'No object matches.',
  more: (count: number) => `${count} more: filter to find them.`,
  requests: (count: number, refused: number) =>
    `${count === 1 ? '1 request' : `${count} requests`}${refused === 0 ? '' : `, ${refused} refused`}`,
  writers: (names: readonly string[], others: number) =>
    `${names.join(', ')}${others === 0 ? '' : ` and ${others} more`}`,
  bodies: {
    requests: 'no answers',
    some: 'some bodies are missing',
    none: 'no bodies',
  },
  back: 'All objects',
  playing: 'Playing the requests…',
  choose: 'Choose an object to play its requests.',
  history: (name: string) => `Requests of ${name}`,
  verdict: (same: number, differ: number, rest: number) =>
    `${same} answered as recorded, ${differ} differently, ${rest} not compared.`,
  same: 'same',
  differs: (count: number) => (count === 1 ? '1 difference' : `${count} differences`),
  codeOnly: 'same code',
  notPlayedShort: 'not played',
  here: 'Played here',
  recorded: 'In the log',
  manager: (name: string) => `manager ${name}`,
  dryRun: 'dry run',
  line: (line: number) => `line ${line} of the log`,
  basis: {
    certain: 'The request leaves no other kind of patch.',
    answer: 'The log does not say which kind of patch it is; only this one gives the recorded answer.',
    'no-difference': 'The log does not say which kind of patch it is; others give the same answer.',
    usual: 'The log does not say which kind of patch it is; this is the usual one.',
  } satisfies Record<KindBasis, string>,
  compared: {
    answer: 'The whole answer was compared.',
    'without-managed-fields': 'The answer has no managedFields, as with omitManagedFields; all else was compared.',
    code: 'The log does not have the whole answer: only its code was compared.',
    nothing: 'The log has no answer: nothing was compared.',
  } satisfies Record<Compared, string>,
  afterGap: 'Something changed the object before this request that the log does not have.',
  notPlayed: {
    'no-body': 'The log does not have what was sent: its level is Metadata.',
    truncated: 'The server left the bodies out because the event was too large (audit.k8s.io/truncated).',
    unanswered:
      'The log has no answer to this request. A server cannot write the event of an apply in YAML, and the end of a log may be cut.',
    forbidden: 'Authorization refused it before anything was done.',
    collection: 'It deletes all objects of the kind; this is not played.',
    'unknown-before': 'The log does not show the object as it was before.',
    'unknown-kind': 'Nothing in the log says of which kind the object is.',
  } satisfies Record<NotPlayed, string>,
  from: 'From request',
  to: 'to request',
  play: 'Play these',
  limited: (from: number, to: number, most: number) =>
    `Requests ${from} to ${to} are played. At once these are at most ${most}, and no more than a link can carry.`,
  openScenario: 'Open as a scenario',
  opened: (steps: number) => `${countOf(steps, 'step')} opened.`,
  noSteps: 'There is nothing to open: no request could be played.',
  missing: 'This log has no bodies',
  missingAbout:
    'It says who wrote and when, but not what. With this audit policy the server records the rest from now on (--audit-policy-file):',
  copyPolicy: 'Copy the policy',
};
