import { useState } from 'react';
import { VisibleText } from '../code-view/visible-text.tsx';
import { backToDraft, editCopy } from '../store/address.ts';
import { type ScenarioState, useScenario } from '../store/scenario-store.ts';
import { words } from '../words/language.ts';
import { Banner } from './banner.tsx';

/**
 * Says where the scenario on screen comes from, where it is not a draft of this browser, and whether it was changed.
 */
export function originSentence({
  origin,
  touched,
  kept,
  first,
}: Pick<ScenarioState, 'origin' | 'touched' | 'kept' | 'first'>): string {
  const whose = origin.kind === 'shared' ? words.drafts.sharedBanner(first?.title ?? '') : words.drafts.exampleBanner;
  return touched
    ? `${whose} ${kept.kind === 'failed' ? words.drafts.changedInTab : words.drafts.changedBanner}`
    : whose;
}

/** The buttons for a scenario that is not a draft of this browser. */
export function OriginButtons() {
  return (
    <>
      <button type="button" className="btn btn-small" onClick={editCopy}>
        {words.drafts.editCopy}
      </button>
      <button type="button" className="btn btn-small" onClick={backToDraft}>
        {words.drafts.backToDraft}
      </button>
    </>
  );
}

/**
 * Whether the strip above the panes leads through the scenario: it is an example or came by a link, and its author
 * wrote a note for a step. The strip draws the note, so the step does not.
 */
export function useWalking(): boolean {
  return useScenario(isWalk);
}

/** As `useWalking`, for a given state. */
export function isWalk({ origin, scenario }: ScenarioState): boolean {
  return (
    origin.kind !== 'draft' &&
    origin.kind !== 'lesson' &&
    scenario.steps.some(({ note }) => note !== undefined && note !== '')
  );
}

/** The banner that says where the scenario comes from, where no strip leads through it, until it is dismissed. */
export function OriginBanner() {
  const { origin, touched, kept, first, opened } = useScenario();
  const [dismissed, setDismissed] = useState<number>();
  const walking = useWalking();
  // The panel of a lesson says what it is.
  if (origin.kind === 'draft' || origin.kind === 'lesson' || walking || dismissed === opened) return null;
  return (
    <Banner tone="info">
      <span>
        <VisibleText text={originSentence({ origin, touched, kept, first })} />
      </span>
      <OriginButtons />
      <button type="button" className="btn btn-small" onClick={() => setDismissed(opened)}>
        {words.page.dismiss}
      </button>
    </Banner>
  );
}
