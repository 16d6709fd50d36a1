import { type TaskLesson, withSolution } from '@managed-fields/lessons/lesson';
import { type ReactNode, useEffect, useState } from 'react';
import { VisibleText } from '../../core/code-view/visible-text.tsx';
import type { Answer } from '../../core/engine/answer-question.ts';
import { useAnswer, useKeptWhile } from '../../core/engine/use-answer.ts';
import { edit, useScenario } from '../../core/store/scenario-store.ts';
import { announce } from '../../core/ui/announce.ts';
import { laterWords } from '../../core/words/later-words.ts';
import { noteDone, useProgress } from './progress.ts';
import { Sides } from './sides.tsx';

interface GoalsBodyProps {
  readonly name: string | undefined;
  readonly lesson: TaskLesson | undefined;
  /** Drawn once the task is done. */
  readonly after: ReactNode;
}

/** The goals of a task, checked after each change, with hints and a solution where it is a lesson. */
export function GoalsBody({ name, lesson, after }: GoalsBodyProps) {
  const task = useScenario(({ scenario }) => scenario.task);
  const first = useScenario((state) => state.first?.steps);
  const start = lesson?.start ?? first;
  const [putIn, setPutIn] = useState(false);
  const sides = lesson?.sides;
  const asked = useAnswer<'task'>(
    task && {
      kind: 'task',
      task,
      ...(start === undefined ? {} : { start }),
      ...(sides === undefined ? {} : { sides }),
    },
  );
  const checked = useKeptWhile(asked.asking, asked.answer);
  useDone(name, asked.asking ? undefined : asked.answer, putIn);
  const said = laterWords.lessons;
  if (task === undefined) return null;
  const met = checked?.goals.filter(Boolean).length ?? 0;
  return (
    <div className={sides === undefined ? undefined : 'task-with-sides'}>
      <div className="task-columns">
        <div className="task-goals">
          <h3>{checked === undefined ? said.checking : said.goalsMet({ met, count: task.goals.length })}</h3>
          <ul>
            {task.goals.map((goal, index) => {
              const isMet = checked?.goals[index] === true;
              return (
                <li key={index} className={isMet ? 'goal-met' : undefined}>
                  <span className="goal-mark" role="img" aria-label={isMet ? said.met : said.unmet}>
                    {isMet ? '✓' : '○'}
                  </span>
                  <VisibleText text={said.goalSentence(goal)} />
                </li>
              );
            })}
          </ul>
          {checked?.broken.map((kind) => (
            <p key={kind} className="task-broken">
              {said.broken[kind]()}
            </p>
          ))}
        </div>
        <div className="task-help">
          {checked?.done === true ? (
            <div className="task-done">
              <p>
                <b>{said.done}.</b> {lesson !== undefined && <VisibleText text={lesson.shows} />}
              </p>
              <p className="task-actions">
                <small>
                  {putIn ? said.doneShown : said.doneWith({ count: checked.requests })}
                  <Fewest name={name} />
                </small>
                {after}
              </p>
            </div>
          ) : (
            <>
              {checked !== undefined && <small>{said.requests({ count: checked.requests })}</small>}
              {lesson !== undefined && <Help lesson={lesson} onPutIn={() => setPutIn(true)} />}
            </>
          )}
        </div>
      </div>
      {sides !== undefined && <Sides owned={checked?.sides ?? sides.map((manager) => ({ manager, fields: [] }))} />}
    </div>
  );
}

/** Notes that a lesson is done, once, and says so. */
function useDone(name: string | undefined, checked: Answer<'task'> | undefined, putIn: boolean): void {
  const requests = checked?.done === true ? checked.requests : undefined;
  useEffect(() => {
    if (requests === undefined) return;
    announce(laterWords.lessons.done);
    if (name !== undefined) noteDone(name, putIn ? {} : { requests });
  }, [name, requests, putIn]);
}

function Fewest({ name }: { readonly name: string | undefined }) {
  const done = useProgress((state) => state.done);
  const fewest = name !== undefined && Object.hasOwn(done, name) ? done[name]?.requests : undefined;
  return fewest === undefined ? null : <> · {laterWords.lessons.fewest({ count: fewest })}</>;
}

function Help({ lesson, onPutIn }: { readonly lesson: TaskLesson; readonly onPutIn: () => void }) {
  const [shown, setShown] = useState(0);
  const [solved, setSolved] = useState(false);
  const said = laterWords.lessons;
  const { hints, solution, start } = lesson;
  const putIn = () => {
    onPutIn();
    const steps = withSolution(start, solution);
    const last = solution.at(-1)?.id;
    edit((scenario) => ({ ...scenario, steps }), last === undefined ? {} : { select: last });
  };
  return (
    <>
      <ol className="task-hints">
        {hints.slice(0, shown).map((hint) => (
          <li key={hint}>
            <VisibleText text={hint} />
          </li>
        ))}
      </ol>
      {solved && (
        <div className="task-solution">
          <h3>{said.solutionTitle}</h3>
          <ol>
            {solution.map(({ id, note = '' }) => (
              <li key={id}>
                <VisibleText text={note} />
              </li>
            ))}
          </ol>
        </div>
      )}
      <p className="task-actions">
        {shown < hints.length && (
          <button type="button" className="btn btn-small" onClick={() => setShown(shown + 1)}>
            {shown === 0 ? said.hint : said.moreHint}
          </button>
        )}
        {solved ? (
          <button type="button" className="btn btn-small" onClick={putIn}>
            {said.putIn}
          </button>
        ) : (
          <button type="button" className="btn btn-small" onClick={() => setSolved(true)}>
            {said.solution}
          </button>
        )}
      </p>
    </>
  );
}
