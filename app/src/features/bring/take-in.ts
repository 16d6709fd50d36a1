import { versionIn } from '@managed-fields/reading';
import { withVersion } from '@managed-fields/scenario';
import { limits } from '@managed-fields/source';
import { fetchCode, tellMissing } from '../../core/code/fetch-code.ts';
import { askEngine } from '../../core/engine/drive.ts';
import { edit, useScenario } from '../../core/store/scenario-store.ts';
import { announce } from '../../core/ui/announce.ts';
import { closeDialog } from '../../core/ui/open-dialog.ts';
import { laterWords } from '../../core/words/later-words.ts';
import { isBlank } from '../scenario/selected.ts';
import { openSurvey } from '../survey/state/open-survey.ts';
import { useSurveyPlace } from '../survey/state/survey-open.ts';
import { objectText, onlyObject, stepsOf, takenIn } from './bring-plan.ts';
import { bring, type IncomingText, type RefusedFile } from './incoming.ts';

// Where that goes which is pasted, dropped or opened: an audit log to its dialog, many objects to the survey, all else to
// the dialog that asks, or on a blank page onto the page.

const loadLogs = () => import('../audit/open-log.ts');

/** Opens files as an audit log, if they are one; returns whether they are. Its code is fetched now. */
async function openIfLog(files: readonly Blob[]): Promise<boolean> {
  try {
    return await (await fetchCode(loadLogs)).openIfLog(files);
  } catch (error) {
    tellMissing(loadLogs);
    throw error;
  }
}

/** More characters of all texts together go to the survey. */
const mostCharacters = 3_000_000;

/** Whether a text is longer than the engine reads, or has more documents: the survey reads it in parts. */
function isLong(text: string): boolean {
  return text.length > limits.length || (text.match(/^---/gm)?.length ?? 0) >= limits.documents;
}

/** Takes in a text that was pasted outside of fields. */
export async function takeText(text: string): Promise<void> {
  if (await takeLog(text)) return;
  if (isForSurvey(text.length) || isLong(text)) openSurvey([text]);
  else if (isBlank(useScenario.getState().scenario)) takeAtOnce(text);
  else bring({ texts: [{ name: undefined, text }] });
}

/** Takes in files. Folders, packed files, and more than a scenario takes go to the survey without being looked through. */
export async function takeFiles(files: readonly File[], entries: readonly FileSystemEntry[] = []): Promise<void> {
  if (entries.some(({ isDirectory }) => isDirectory)) return openSurvey(entries);
  if (files.length === 0 || (await openIfLog(files))) return;
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (isForSurvey(size) || files.some(({ name }) => name.endsWith('.gz'))) {
    closeDialog();
    return openSurvey(files);
  }
  const read = await Promise.all(files.map(readFile));
  const texts = read.flatMap((each) => ('text' in each ? [each] : []));
  const refused = read.flatMap((each) => ('reason' in each ? [each] : []));
  if (texts.some(({ text }) => isLong(text))) {
    closeDialog();
    return openSurvey(files);
  }
  bring({ texts, refused });
}

/** Opens a text as an audit log where it is one; returns whether it is. */
export async function takeLog(text: string): Promise<boolean> {
  return text.slice(0, 4096).includes('"audit.k8s.io/v1') && openIfLog([new Blob([text])]);
}

/** Whether what is brought in goes to the survey: it is on screen, or what comes is too much for a scenario. */
function isForSurvey(size: number): boolean {
  return size > mostCharacters || useSurveyPlace.getState().shown === 'panes';
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

/** Milliseconds after which the dialog opens, where the engine has not said by then what the text is. */
const dialogAfterMs = 1500;

/**
 * Takes the one object of a text that was pasted on a blank page as its first step. For any other text, or where the
 * scenario changes meanwhile, the dialog opens.
 */
export function takeAtOnce(text: string): void {
  const { scenario, selected, revision } = useScenario.getState();
  const ask = () => bring({ texts: [{ name: undefined, text }] });
  let takeBack = () => {};
  const timer = setTimeout(() => {
    takeBack();
    ask();
  }, dialogAfterMs);
  takeBack = askEngine<'pasted'>(scenario, { kind: 'pasted', texts: [text] }, (ended) => {
    clearTimeout(timer);
    const part = ended.kind === 'answered' ? onlyObject(ended.answer.read) : undefined;
    if (part?.what.kind !== 'object' || revision !== useScenario.getState().revision) return ask();
    const taken = takenIn(scenario, selected, stepsOf([part], new Map()), 'fill');
    const version = versionIn(text);
    const filled = version === undefined ? taken.scenario : withVersion(taken.scenario, version);
    edit(() => filled, taken.select === undefined ? {} : { select: taken.select });
    announce(laterWords.bring.takenAtOnce({ object: objectText(part.what.object) }));
  });
}
