import { words } from '../../language/language.ts';
import { backToDraft, editCopy } from '../../store/address.ts';
import type { ScenarioState } from '../../store/scenario-store.ts';

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
