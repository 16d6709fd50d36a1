import { create } from 'zustand';
import { onDemand } from '../../code/fetch-code.ts';
import { openSurvey } from '../../survey/open-survey.ts';
import { useSurveyPlace } from '../../survey/survey-place.ts';
import { closeDialog, openDialog } from '../components/open-dialog.ts';

/** A pasted, dropped or opened text, with the name of its file where it has one. */
export interface IncomingText {
  readonly name: string | undefined;
  readonly text: string;
}

/** A file that could not be read. */
export interface RefusedFile {
  readonly name: string;
  readonly reason: 'binary' | 'unreadableFile';
}

interface Incoming {
  readonly texts: readonly IncomingText[];
  readonly refused: readonly RefusedFile[];
  /** The id of the step whose text it is, and which it may replace. */
  readonly fromStep: string | undefined;
  /** The user asked to have an error text explained. */
  readonly wantsError: boolean;
}

const nothing: Incoming = { texts: [], refused: [], fromStep: undefined, wantsError: false };

/** The store of the texts that were brought in and did not become steps yet. */
export const useIncoming = create<Incoming>(() => nothing);

/** Opens the dialog for texts that were brought in; without texts the dialog asks for one. An audit log has its own. */
export function bring(incoming: Partial<Incoming> = {}): void {
  const { texts = [] } = incoming;
  if (!texts.some(({ text }) => mayBeLog(text))) bringHere(incoming);
  else void openLog(texts.map(({ text }) => new Blob([text]))).then((isLog) => isLog || bringHere(incoming));
}

/** Whether a text may be an audit log. Whether it is one says the code that reads them. */
export function mayBeLog(text: string): boolean {
  return text.slice(0, 4096).includes('"audit.k8s.io/v1');
}

/** Opens the dialog for texts whatever they are. */
function bringHere(incoming: Partial<Incoming>): void {
  useIncoming.setState({ ...nothing, ...incoming });
  openDialog('bring');
}

/** Opens files as an audit log, if they are one; else does nothing. */
async function openLog(files: readonly Blob[]): Promise<boolean> {
  return (await audit()).openIfLog(files);
}

const audit = onDemand(() => import('../audit/open-log.ts'));

/** More characters go to the survey. */
const mostCharacters = 3_000_000;

/** Whether what is brought in goes to the survey: it is on screen, or what comes is too much for a scenario. */
export function isForSurvey(size: number): boolean {
  return size > mostCharacters || useSurveyPlace.getState().shown === 'panes';
}

/**
 * Reads files and opens the dialog with them. Packed files, and more than a scenario takes, go to the survey without being
 * looked through.
 */
export async function bringFiles(files: readonly File[]): Promise<void> {
  if (files.length === 0 || (await openLog(files))) return;
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (isForSurvey(size) || files.some(({ name }) => name.endsWith('.gz'))) {
    closeDialog();
    return openSurvey(files);
  }
  const read = await Promise.all(files.map(readFile));
  const texts = read.flatMap((each) => ('text' in each ? [each] : []));
  const refused = read.flatMap((each) => ('reason' in each ? [each] : []));
  bringHere({ texts, refused });
}

async function readFile(file: File): Promise<IncomingText | RefusedFile> {
  const { name } = file;
  try {
    const text = await file.text();
    return text.includes('\0') ? { name, reason: 'binary' } : { name, text };
  } catch {
    return { name, reason: 'unreadableFile' };
  }
}
