import { addStep, nextStepId, type RequestStep, type Step, withSettings, withText } from '@managed-fields/scenario';
import { VisibleText } from '../../core/code-view/visible-text.tsx';
import { LongText } from '../../core/editor/plain-editor.tsx';
import { edit, useScenario } from '../../core/store/scenario-store.ts';
import { MarkChip, usePalette } from '../../core/ui/manager-colours.tsx';
import { fitsTextArea } from '../../core/view-models/text-area.ts';
import { words } from '../../core/words/language.ts';
import { laterWords } from '../../core/words/later-words.ts';
import { showPane } from '../scenario/look.ts';
import { outcomeName, useOutcomes } from '../scenario/selected.ts';

/** What a manager owns of the object. */
interface Owned {
  readonly manager: string;
  readonly fields: readonly string[];
}

/** How many fields are listed of a manager; the heading counts all. */
const mostListed = 12;

/** Two managers side by side, each with a pane: the configuration that it applies, how that ended, and what it owns. */
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
  const given = useScenario(({ scenario }) => scenario.task?.given);
  const outcome = useOutcomes().get(last?.id ?? '');
  const palette = usePalette();
  const said = laterWords.lessons;
  const model = last ?? theirs;
  const own = last !== undefined && given?.includes(last.id) !== true ? last : undefined;
  const text = last?.text ?? '';
  const label = said.sideText({ manager });
  const onText = (written: string) => {
    // What has happened stays: who changes the configuration of a given step applies it anew.
    if (own === undefined) apply(manager, written);
    else edit((before) => withText(before, own.id, written), { select: own.id, series: `side ${own.id}` });
  };
  return (
    <section className="task-side" aria-label={said.side({ manager })}>
      <h3>
        <MarkChip mark={palette.of(manager)} />
        <VisibleText text={manager} />
        {last !== undefined && outcome !== undefined && (
          <span className={`badge badge-${outcome.status}`}>{outcomeName(last, outcome.status)}</span>
        )}
        <span className="grow" />
        {own !== undefined && (
          <label className="task-force">
            <input
              type="checkbox"
              checked={own.force === true}
              onChange={({ target }) =>
                edit((before) => withSettings(before, own.id, { force: target.checked || undefined }))
              }
            />{' '}
            {words.step.force}
          </label>
        )}
        {model !== undefined && (
          <button
            type="button"
            className="btn btn-small"
            onClick={() => {
              apply(manager, model.text);
              showPane('step');
            }}
          >
            {said.applyAs({ manager })}
          </button>
        )}
      </h3>
      {fitsTextArea(text) ? (
        <textarea
          aria-label={label}
          placeholder={said.appliedNothing}
          value={text}
          rows={8}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          onChange={({ target }) => onText(target.value)}
        />
      ) : (
        <LongText key={last?.id} label={label} text={text} onText={onText} />
      )}
      <details>
        <summary>{said.owns({ count: fields.length })}</summary>
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
      </details>
    </section>
  );
}

/** The last step in which one of some managers applies. */
function lastApplied(steps: readonly Step[], managers: readonly string[]): RequestStep | undefined {
  const isTheirs = (step: Step): step is RequestStep => step.kind === 'apply' && managers.includes(step.manager ?? '');
  return steps.findLast(isTheirs);
}

/** Adds an apply of a manager, without force, and selects it. */
function apply(manager: string, text: string): void {
  const { scenario } = useScenario.getState();
  const id = nextStepId(scenario);
  edit((before) => addStep(before, { kind: 'apply', manager, text }), { select: id, series: `side ${id}` });
}
