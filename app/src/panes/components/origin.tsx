import { VisibleText } from '../../editor/visible-text.tsx';
import { words } from '../../language/language.ts';
import { backToDraft, editCopy } from '../../store/address.ts';
import { type ScenarioState, useScenario } from '../../store/scenario-store.ts';
import { Banner } from './banner.tsx';

/** Whose the scenario on screen is, where it is not the draft of this browser, and whether it was changed. */
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

/** What can be done with a scenario that is not the draft of this browser. */
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
 * Whether somebody is being led through the scenario: it is an example, or it came by a link and its author wrote
 * sentences for readers. The strip above the panes then says the sentence of the step, and the step need not.
 */
export function useWalking(): boolean {
  return useScenario(isWalk);
}

/** The same of a state. */
export function isWalk({ origin, scenario }: ScenarioState): boolean {
  return origin.kind !== 'draft' && scenario.steps.some(({ note }) => note !== undefined && note !== '');
}

/** Whose scenario this is, where it is not the draft of this browser and nothing leads through it. */
export function OriginBanner() {
  const { origin, touched, kept, first } = useScenario();
  const walking = useWalking();
  if (origin.kind === 'draft' || walking) return null;
  return (
    <Banner tone="info">
      <span>
        <VisibleText text={originSentence({ origin, touched, kept, first })} />
      </span>
      <OriginButtons />
    </Banner>
  );
}
