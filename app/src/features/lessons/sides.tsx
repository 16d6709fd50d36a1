import { addStep, nextStepId, type Step } from '@managed-fields/scenario';
import { VisibleText } from '../../core/code-view/visible-text.tsx';
import { edit, useScenario } from '../../core/store/scenario-store.ts';
import { MarkChip, usePalette } from '../../core/ui/manager-colours.tsx';
import { laterWords } from '../../core/words/later-words.ts';
import { showPane } from '../scenario/look.ts';

/** What a manager owns of the object. */
interface Owned {
  readonly manager: string;
  readonly fields: readonly string[];
}

/** How many fields are listed of a manager; the heading counts all. */
const mostListed = 12;

/** Two managers side by side: what each owns now, what it applied last, and a button for its next apply. */
export function Sides({ owned }: { readonly owned: readonly Owned[] }) {
  return (
    <div className="task-sides">
      {owned.map((each) => (
        <Side key={each.manager} owned={each} />
      ))}
    </div>
  );
}

function Side({ owned: { manager, fields } }: { readonly owned: Owned }) {
  const last = useScenario(({ scenario }) => lastApplied(scenario.steps, manager));
  const palette = usePalette();
  const said = laterWords.lessons;
  const mark = palette.of(manager);
  return (
    <section className="task-side" aria-label={said.side({ manager })}>
      <h4>
        <MarkChip mark={mark} />
        <VisibleText text={manager} />
        <small>{said.owns({ count: fields.length })}</small>
      </h4>
      <ul>
        {fields.slice(0, mostListed).map((path) => (
          <li key={path}>
            <code>
              <VisibleText text={path} />
            </code>
          </li>
        ))}
        {fields.length > mostListed && <li>…</li>}
      </ul>
      {last === undefined ? (
        <p>{said.appliedNothing}</p>
      ) : (
        <>
          <details>
            <summary>{said.appliedLast}</summary>
            <pre>
              <VisibleText text={last.text} />
            </pre>
          </details>
          <button type="button" className="btn btn-small" onClick={() => applyAgain(last)}>
            {said.applyAs({ manager })}
          </button>
        </>
      )}
    </section>
  );
}

/** The last step in which a manager applies, by its own name. */
function lastApplied(steps: readonly Step[], manager: string): Step | undefined {
  return steps.findLast((step) => step.kind === 'apply' && step.manager === manager);
}

/** Adds a step like the last one of a manager, to be changed in the editor. */
function applyAgain({ id: _, note: __, name: ___, ...step }: Step): void {
  edit((scenario) => addStep(scenario, step), { select: nextStepId(useScenario.getState().scenario) });
  showPane('step');
}
