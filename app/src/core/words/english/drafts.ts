import { countOf } from './counting.ts';

/** The open scenario, and the drafts in the browser. */
export const drafts = {
  untitled: 'Untitled scenario',
  scenarioTitle: 'Title of the scenario',
  open: 'Open',
  openDraft: 'Open a draft',
  sharedBanner: (title: string) =>
    `You are looking at a shared scenario${title === '' ? '' : `, “${title}”`}. Your own draft is untouched.`,
  exampleBanner: 'You are looking at an example. Your own draft is untouched.',
  changedBanner: 'What you change here is kept in this browser as a draft of its own.',
  changedInTab: 'What you change here is kept in this tab only: the browser takes nothing more.',
  editCopy: 'Edit a copy',
  backToDraft: 'Back to my draft',
  openMenu: 'Open, examples and theme',
  drafts: 'Drafts in this browser',
  newDraft: 'New scenario',
  noDrafts: 'None yet: what you write is kept here.',
  deleteDraft: 'Delete this draft',
  manage: 'All drafts…',
  rename: 'Rename',
  duplicate: 'Duplicate',
  delete: 'Delete',
  onScreen: 'on screen',
  whereKept: 'Drafts are kept in this browser alone. Download a scenario, or copy its link, to have it elsewhere.',
  startOver: 'Start over',
  startOverDraft: 'Start over with a blank page',
  downloadScenario: 'Download the scenario',
  downloadScenarioWords: 'save export yaml file',
  copyOf,
  renameSentence: (name: string) => `Rename ${name}`,
  duplicateSentence: (name: string) => `Duplicate ${name}`,
  deleteSentence: (name: string) => `Delete ${name}`,
  openAsText: 'Open as text',
  openAsTextSentence: (name: string) => `Open ${name} as text`,
  download: 'Download',
  downloadSentence: (name: string) => `Download ${name}`,
  showList: 'Show the drafts',
  elsewhere:
    'This address names a draft of another browser, or one that was deleted. Ask whoever sent it for a link: Share makes one.',
  unopenedSentence: (title: string) =>
    `The draft${title === '' ? '' : ` “${title}”`} was not drawn last time, so it was not opened again. Read it as text, download it or delete it.`,
  deletedSentence,
  draftSentence,
  storageSentence,
};

/** Returns the title of a copy. */
function copyOf(title: string): string {
  return title === '' ? 'Copy' : `Copy of ${title}`;
}

/** Says that a draft was deleted. */
function deletedSentence(title: string): string {
  return title === '' ? 'The draft was deleted.' : `The draft “${title}” was deleted.`;
}

/** Says that the draft is not being stored, and why. */
function storageSentence(reason: 'blocked' | 'full'): string {
  const where = 'in this tab only; close it and the draft is gone. Share makes a link, Download a file';
  return reason === 'full'
    ? `This browser’s storage is full: the draft is kept ${where}.`
    : `This browser blocks storage: the draft is kept ${where}.`;
}

/** Says how many steps a draft has and when it was stored; `saved` as RFC 3339. */
function draftSentence(steps: number, saved: string): string {
  const when = new Date(saved).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  return `${countOf(steps, 'step')} · ${when}`;
}
