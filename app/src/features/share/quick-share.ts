import { encodeLesson, encodeLink } from '@managed-fields/share-link';
import { askEngine } from '../../core/engine/drive.ts';
import { shareInAddress } from '../../core/store/address.ts';
import { exampleFragment } from '../../core/store/link-address.ts';
import { sharedFolder } from '../../core/store/public-address.ts';
import { useScenario } from '../../core/store/scenario-store.ts';
import { announce } from '../../core/ui/announce.ts';
import { openDialog } from '../../core/ui/open-dialog.ts';
import { words } from '../../core/words/language.ts';
import { useSurveyPlace } from '../survey/state/survey-open.ts';
import { openShare, showCopied } from './share-button.tsx';
import { usePlainValues } from './use-shared.ts';

/**
 * Copies a link to the scenario at once, if everything in it is known to be plain, or was said to be by the reader, if the
 * link is not too long, and if it is known where others open it. Else it opens the dialog.
 */
export async function quickShare(): Promise<void> {
  if (useSurveyPlace.getState().shown === 'panes') return openShare();
  if (sharedFolder() === undefined) return openDialog('share');
  const { scenario, origin, touched, selected } = useScenario.getState();
  if ('name' in origin && !touched) {
    const isLesson = origin.kind === 'lesson';
    const copied = await copyLink(
      isLesson ? encodeLesson(origin.name) : exampleFragment(origin.name, scenario, selected),
    );
    return copied ? undefined : openDialog('share');
  }
  const fragment = await new Promise<string | undefined>((done) => {
    askEngine<'secrets'>(scenario, { kind: 'secrets' }, (ended) => {
      const { plain } = usePlainValues.getState();
      const isPlain = ended.kind === 'answered' && ended.answer.findings.every(({ value }) => plain.includes(value));
      const link = isPlain ? encodeLink(scenario) : undefined;
      done(link?.kind === 'link' ? link.fragment : undefined);
    });
  });
  const isSame = useScenario.getState().scenario === scenario;
  if (fragment === undefined || !isSame || !(await copyLink(fragment))) return openDialog('share');
  shareInAddress(fragment);
}

async function copyLink(fragment: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(`${sharedFolder()}#${fragment}`);
  } catch {
    return false;
  }
  announce(words.links.copied);
  showCopied();
  return true;
}
