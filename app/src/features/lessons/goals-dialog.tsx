import { type Goal, goalKinds, mostGoals, type Scenario } from '@managed-fields/scenario';
import { type FormEvent, useId, useState } from 'react';
import { VisibleText } from '../../core/code-view/visible-text.tsx';
import { edit, useScenario } from '../../core/store/scenario-store.ts';
import { Dialog } from '../../core/ui/dialog.tsx';
import { closeDialog, openDialog } from '../../core/ui/open-dialog.ts';
import { laterWords } from '../../core/words/later-words.ts';
import { emptyGoal, goalFields, pathExample, typedGoal } from './goal-draft.ts';
import './lessons.css';

/** Makes the scenario on screen a task: what is to be done, and goals, which a link carries. */
export function GoalsDialog() {
  const task = useScenario(({ scenario }) => scenario.task);
  const about = useScenario(({ scenario }) => scenario.about ?? '');
  const said = laterWords.lessons;
  const goals = task?.goals ?? [];
  return (
    <Dialog title={said.goalsTitle} className="goals" onClose={closeDialog}>
      <div className="dialog-scroll goals-body">
        <p>{said.goalsIntro}</p>
        <label>
          {said.taskText}
          <textarea
            rows={4}
            maxLength={1000}
            value={about}
            data-first-focus=""
            onChange={({ target }) => edit((scenario) => withAbout(scenario, target.value), { series: 'about' })}
          />
        </label>
        {goals.length === 0 ? (
          <p>{said.noGoals}</p>
        ) : (
          <ul className="goals-list">
            {goals.map((goal, index) => (
              <li key={index}>
                <VisibleText text={said.goalSentence(goal)} />
                <button
                  type="button"
                  className="btn btn-small btn-icon"
                  aria-label={said.removeGoal({ goal: said.goalSentence(goal) })}
                  onClick={() => edit((scenario) => withGoals(scenario, goals.toSpliced(index, 1)))}
                >
                  <span aria-hidden="true">×</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {goals.length < mostGoals ? (
          <GoalForm onAdd={(goal) => edit((scenario) => withGoals(scenario, [...goals, goal]))} />
        ) : (
          <p>{said.mostGoals({ count: mostGoals })}</p>
        )}
        <p className="task-actions">
          <button
            type="button"
            className="btn btn-primary"
            disabled={task === undefined}
            onClick={() => openDialog('share')}
          >
            {said.shareTask}
          </button>
          <button type="button" className="btn" disabled={task === undefined} onClick={() => edit(withStepsGiven)}>
            {said.givenAnew}
          </button>
          <button type="button" className="btn" disabled={task === undefined} onClick={() => edit(withoutTask)}>
            {said.noTask}
          </button>
        </p>
      </div>
    </Dialog>
  );
}

function GoalForm({ onAdd }: { readonly onAdd: (goal: Goal) => void }) {
  const [draft, setDraft] = useState(emptyGoal);
  const [problem, setProblem] = useState<'path' | 'manager' | 'number'>();
  const id = useId();
  const said = laterWords.lessons;
  const fields = goalFields[draft.kind];
  const add = (event: FormEvent) => {
    event.preventDefault();
    const typed = typedGoal(draft);
    setProblem(typed.kind === 'problem' ? typed.field : undefined);
    if (typed.kind === 'problem') return;
    onAdd(typed.goal);
    setDraft({ ...emptyGoal, kind: draft.kind });
  };
  const problems = { path: said.badPath, manager: said.badText, number: said.badNumber };
  const labels = { manager: said.manager, path: said.path, value: said.value };
  const hints = { manager: '', path: pathExample, value: said.valueHint };
  const numberLabel = draft.kind === 'requests' ? said.most : said.least;
  const input = (field: 'manager' | 'path' | 'value' | 'number') => (
    <label key={field}>
      {field === 'number' ? numberLabel : labels[field]}
      <input
        type="text"
        inputMode={field === 'number' ? 'numeric' : 'text'}
        autoComplete="off"
        spellCheck={false}
        placeholder={field === 'number' ? '' : hints[field]}
        value={draft[field]}
        aria-invalid={problem === field}
        aria-describedby={problem === field ? `${id}-problem` : undefined}
        onChange={({ target }) => setDraft({ ...draft, [field]: target.value })}
      />
    </label>
  );
  return (
    <form className="goals-form" onSubmit={add}>
      <label>
        {said.goalKind}
        <select
          value={draft.kind}
          onChange={({ target }) => {
            setProblem(undefined);
            setDraft({ ...draft, kind: goalKinds.find((kind) => kind === target.value) ?? 'value' });
          }}
        >
          {goalKinds.map((kind) => (
            <option key={kind} value={kind}>
              {said.goalKinds[kind]}
            </option>
          ))}
        </select>
      </label>
      {fields.map((field) =>
        field === 'alone' ? (
          <label key={field} className="goals-check">
            <input
              type="checkbox"
              checked={draft.alone}
              onChange={({ target }) => setDraft({ ...draft, alone: target.checked })}
            />
            {said.alone}
          </label>
        ) : (
          input(field)
        ),
      )}
      <button type="submit" className="btn">
        {said.addGoal}
      </button>
      {problem !== undefined && (
        <p id={`${id}-problem`} className="goals-problem" role="alert">
          {problems[problem]}
        </p>
      )}
    </form>
  );
}

function withGoals(scenario: Scenario, goals: readonly Goal[]): Scenario {
  const { task } = scenario;
  if (goals.length === 0 && task?.lesson === undefined) return withoutTask(scenario);
  return { ...scenario, task: { given: scenario.steps.map(({ id }) => id), ...task, goals } };
}

function withStepsGiven(scenario: Scenario): Scenario {
  const { task, steps } = scenario;
  return task === undefined ? scenario : { ...scenario, task: { ...task, given: steps.map(({ id }) => id) } };
}

function withoutTask({ task: _, ...scenario }: Scenario): Scenario {
  return scenario;
}

function withAbout({ about: _, ...scenario }: Scenario, about: string): Scenario {
  return about === '' ? scenario : { ...scenario, about };
}
