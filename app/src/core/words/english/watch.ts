import { countOf } from './counting.ts';

/** How a watch came to nothing, in our words; the server's stand beside it. */
type FailureKind = 'answer' | 'unreached' | 'unread' | 'short-watch';

/** The versions of an object of the cluster, as they come. */
export const watch = {
  title: (name: string) => `Versions of ${name}`,
  about:
    'From now on every version of the object is listed: when it was written, by which managers, and what changed. The page reads the object and keeps one watch open until you stop it or close this.',
  noPath: 'The page does not know where the cluster serves this object.',
  start: 'Follow',
  stop: 'Stop',
  goOn: 'Go on',
  anew: 'Begin anew',
  phases: {
    following: 'Following',
    listing: 'Reading the object…',
    stopped: 'Stopped',
    ended: 'Ended',
    broke: 'Something broke in the page.',
  },
  missing: 'The object does not exist. What comes of its name will be listed.',
  retry: (seconds: number) => (seconds === 1 ? 'Trying again in 1 second' : `Trying again in ${seconds} seconds`),
  failures: {
    answer: (code: number) => `The cluster answered ${code}:`,
    unreached: () => 'The connection broke.',
    unread: () => 'The answer is no list of this kind, but:',
    'short-watch': () => 'The server ended the watch at once.',
  } satisfies Record<FailureKind, (code: number) => string>,
  unread: (count: number) =>
    count === 1
      ? '1 event could not be read, so a version may be missing.'
      : `${count} events could not be read, so versions may be missing.`,
  rows: 'Versions, the newest first. Arrow keys move from one to the next.',
  count: (count: number) => (count === 1 ? '1 version' : `${count} versions`),
  leftOut: (count: number) => `${count} older ones are no longer listed.`,
  none: 'Nothing was received yet.',
  newer: 'Newer',
  older: 'Older',
  newest: (count: number) => (count === 0 ? 'Newest' : `Show ${count} newer`),
  changes: {
    found: 'as it was at first',
    created: 'created',
    changed: 'changed',
    deleted: 'deleted',
    recreated: 'created anew',
  },
  missed: 'versions before this one may have been missed',
  nobody: 'nobody named',
  sameFields: 'no field changed',
  fieldAbsent: 'absent',
  moreFields: (count: number) => `${countOf(count, 'field')} more`,
  ownersOf: (count: number) => `${countOf(count, 'field')} changed owners`,
  notKept: 'The object of this version is no longer kept. This is what it changed:',
  noObject: 'There is no object to show: its deletion was not seen.',
  choose: 'Choose a version to see the object, with its owners and what changed.',
  details: (number: number) => `Version ${number}`,
  times: (written: string | undefined, received: string, resourceVersion: string) =>
    `${written === undefined ? '' : `Written ${written} · `}received ${received} · resourceVersion ${resourceVersion}`,
  asStep: 'Open as a step',
  openedStep: (number: number) => `Version ${number} was opened as a step.`,
  fights: (count: number) => (count === 1 ? 'A fight about a field' : `Fights about ${countOf(count, 'field')}`),
  fightAbout: 'Managers that keep taking a field from each other:',
  turns: (turns: number, since: string) => `went over ${turns} times since ${since}`,
  rate: (perMinute: string) => `${perMinute} a minute`,
  lastTurn: (time: string) => `last at ${time}`,
  values: 'writes',
  removes: 'removes it',
  export: 'As a scenario',
  from: 'From version',
  to: 'to version',
  open: 'Open as a scenario',
  download: 'Download…',
  exported: (steps: number, withoutObject: number, leftOut: number) =>
    [
      `${countOf(steps, 'step')} opened.`,
      ...(withoutObject === 0 ? [] : [`The objects of ${withoutObject} versions are no longer kept.`]),
      ...(leftOut === 0 ? [] : [`${leftOut} older versions did not fit in.`]),
    ].join(' '),
  nothingToExport: 'No object of these versions is still kept.',
  news: (count: number, manager: string) =>
    `${count === 1 ? 'A new version' : `${count} new versions`}${manager === '' ? '' : `, the last by ${manager}`}`,
  newFight: (path: string, one: string, other: string) => `${one} and ${other} fight about ${path}`,
};
