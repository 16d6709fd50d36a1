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
        <Side
          key={each.manager}
          owned={each}
          others={owned.flatMap(({ manager }) => (manager === each.manager ? [] : manager))}
        />
      ))}
    </div>
  );
}

function Side({ owned: { manager, fields }, others }: { readonly owned: Owned; readonly others: readonly string[] }) {
  const last = useScenario(({ scenario }) => lastApplied(scenario.steps, [manager]));
  const theirs = useScenario(({ scenario }) => lastApplied(scenario.steps, others));
  const model = last ?? theirs;
  const palette = usePalette();
  const said = laterWords.lessons;
  const mark = palette.of(manager);
  return (
    <section className="task-side" aria-label={said.side({ manager })}>
      <h3>
        <MarkChip mark={mark} />
        <VisibleText text={manager} />
        <small>{said.owns({ count: fields.length })}</small>
        <span className="grow" />
        {model !== undefined && (
          <button type="button" className="btn btn-small" onClick={() => applyLike(model, manager)}>
            {said.applyAs({ manager })}
          </button>
        )}
      </h3>
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
        <details>
          <summary>{said.appliedLast}</summary>
          <pre>
            <VisibleText text={last.text} />
          </pre>
        </details>
      )}
    </section>
  );
}

/** The last step in which one of some managers applies. */
function lastApplied(steps: readonly Step[], managers: readonly string[]): Step | undefined {
  return steps.findLast((step) => step.kind === 'apply' && managers.includes(step.manager ?? ''));
}

/** Adds an apply of a manager, without force, with the text of its last one or of the other's: to be changed in the editor. */
function applyLike({ text }: Step, manager: string): void {
  const { scenario } = useScenario.getState();
  edit((before) => addStep(before, { kind: 'apply', manager, text }), { select: nextStepId(scenario) });
  showPane('step');
}
