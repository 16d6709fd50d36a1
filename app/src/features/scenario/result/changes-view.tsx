import './changes.css';
import type { ChangesView as Changes } from '@managed-fields/player';
import { managerOf } from '@managed-fields/rendering';
import type { Step } from '@managed-fields/scenario';
import { useId, useMemo, useState } from 'react';
import { useAnswer, useLastAnswer } from '../../../core/engine/use-answer.ts';
import { useScenario } from '../../../core/store/scenario-store.ts';
import { usePalette } from '../../../core/ui/manager-colours.tsx';
import { words } from '../../../core/words/language.ts';
import { pick, useLook } from '../look.ts';
import { useOutcomes } from '../selected.ts';
import type { ResultViewProps } from '../shown.ts';
import { DiffView } from './diff-view.tsx';
import { MovesList } from './moves-list.tsx';

/** The view of the changes against an earlier step: which values differ, and which fields changed owners. */
export function ChangesView({ shown: { stepId }, narrow }: ResultViewProps) {
  const [wanted, setWanted] = useState<string>();
  const steps = useScenario((state) => state.scenario.steps);
  // Where the chosen step is gone or does not come before this one any more, the default is asked for.
  const against = wanted === 'nothing' || steps.some(({ id }) => id === wanted) ? wanted : undefined;
  const { answer, asking, failure } = useAnswer({
    kind: 'changes',
    stepId,
    ...(against === undefined ? {} : { against }),
  });
  const last = useLastAnswer(answer, stepId);
  if (failure !== undefined) return <p className="pane-empty">{words.page.broke}</p>;
  if (last === undefined) return <p className="pane-empty">{asking ? words.page.working : words.changes.noObject}</p>;
  return <Compared changes={last} narrow={narrow} onAgainst={setWanted} />;
}

interface ComparedProps {
  readonly changes: Changes;
  readonly narrow: boolean;
  readonly onAgainst: (against: string) => void;
}

function Compared({ changes, narrow, onAgainst }: ComparedProps) {
  const id = useId();
  const [beside, setBeside] = useState(false);
  const [whole, setWhole] = useState(false);
  const picked = useLook((state) => state.picked);
  const steps = useScenario((state) => state.scenario.steps);
  const outcomes = useOutcomes();
  const others = useMemo(
    () => [...(changes.before?.managers ?? []), ...(changes.after?.managers ?? [])],
    [changes.before, changes.after],
  );
  const colours = usePalette(others);
  const { against, earlier, effect, before, after, values, moves } = changes;
  const same = values.length === 0 && moves.length === 0;
  return (
    <>
      <div className="view-bar changes-bar">
        <label htmlFor={id}>{words.changes.against}</label>
        <select
          id={id}
          value={against.kind === 'nothing' ? 'nothing' : against.stepId}
          onChange={({ target }) => onAgainst(target.value)}
        >
          {earlier.map(({ stepId, exists }) => {
            const place = steps.findIndex((step) => step.id === stepId);
            const step = steps[place];
            if (step === undefined) return null;
            return (
              <option key={stepId} value={stepId}>
                {words.changes.stepName({
                  place: place + 1,
                  name: nameOf(step, managerOf(step, outcomes.get(stepId))),
                  exists,
                })}
              </option>
            );
          })}
          <option value="nothing">{words.changes.nothing}</option>
        </select>
        <span className="grow" />
        <button type="button" className="btn btn-small" aria-pressed={whole} onClick={() => setWhole(!whole)}>
          {words.changes.wholeText}
        </button>
        {!narrow && before !== undefined && after !== undefined && (
          <button type="button" className="btn btn-small" aria-pressed={beside} onClick={() => setBeside(!beside)}>
            {words.changes.sideBySide}
          </button>
        )}
      </div>
      <p className="changes-summary" aria-live="polite">
        {effect !== 'wrote' && <b>{words.changes.effects[effect]} </b>}
        {effect === 'wrote' && same && words.changes.same}
        {(!same || effect === 'dry-run') && summaryOf(changes)}
      </p>
      {before === undefined && after === undefined ? (
        <p className="pane-empty">{words.changes.noObject}</p>
      ) : (
        <DiffView
          changes={changes}
          colours={colours}
          beside={beside && !narrow}
          whole={whole}
          wrap={narrow}
          picked={picked}
          onPick={pick}
        />
      )}
      {moves.length > 0 && (
        <MovesList
          key={`${before === undefined}${after === undefined}`}
          moves={moves}
          open={before !== undefined && after !== undefined}
          colours={colours}
          onPick={pick}
        />
      )}
    </>
  );
}

/** Says in a sentence how much differs, or that the object is new or gone. */
function summaryOf({ before, after, values, moves }: Changes): string {
  if (before === undefined && after !== undefined)
    return words.changes.created({ fields: values.length, owned: moves.length });
  if (before !== undefined && after === undefined) return words.changes.gone;
  const added = values.filter((value) => value.before === undefined).length;
  const removed = values.filter((value) => value.after === undefined).length;
  return words.changes.summary({ added, removed, changed: values.length - added - removed, moves: moves.length });
}

function nameOf(step: Step, manager: string | undefined): string {
  const kind = words.steps.kindNames[step.kind];
  return step.name ?? (manager === undefined ? kind : `${manager} · ${kind}`);
}
