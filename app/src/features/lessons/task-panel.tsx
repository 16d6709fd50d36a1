import type { Lesson } from '@managed-fields/lessons/lesson';
import { useEffect, useRef, useState } from 'react';
import { VisibleText } from '../../core/code-view/visible-text.tsx';
import { edit, useScenario } from '../../core/store/scenario-store.ts';
import { openDialog } from '../../core/ui/open-dialog.ts';
import { Term } from '../../core/ui/term.tsx';
import { laterWords } from '../../core/words/later-words.ts';
import { CulpritBody, PredictBody } from './choices.tsx';
import { GoalsBody } from './goals-body.tsx';
import { focusHeading, lessonAfter, lessonsNow, takeLesson } from './lesson-actions.ts';
import './lessons.css';
import { loadLesson } from '../../core/store/lessons.ts';
import { useLanguage } from '../../core/words/language.ts';

/** The panel of a lesson, or of a task that somebody shared: what is to be done, how far it is, hints and the solution. */
export function TaskPanel() {
  const name = useScenario(({ scenario }) => scenario.task?.lesson);
  const lesson = useLesson(name);
  const [folded, setFolded] = useState(false);
  const said = laterWords.lessons;
  const about = useScenario(({ scenario }) => scenario.about);
  const title = useScenario(({ scenario }) => scenario.title);
  const opened = useScenario((state) => state.opened);
  const heading = useRef<HTMLButtonElement>(null);
  useEffect(() => focusHeading(heading.current), [opened]);
  const known = lesson === 'missing' ? undefined : lesson;
  return (
    <section className="task" aria-label={name === undefined ? said.ownTask : said.panel}>
      <div className="task-head">
        <h2>
          <button
            type="button"
            ref={heading}
            className="task-fold"
            aria-expanded={!folded}
            onClick={() => setFolded(!folded)}
          >
            <span aria-hidden="true">{folded ? '▸' : '▾'}</span>
            <b>
              <VisibleText text={known?.title ?? (title === '' ? said.ownTask : title)} />
            </b>
          </button>
        </h2>
        {name !== undefined && <Place name={name} />}
        <span className="grow" />
        {name === undefined ? (
          <button type="button" className="btn btn-small" aria-haspopup="dialog" onClick={() => openDialog('goals')}>
            {said.goals}
          </button>
        ) : (
          <>
            <button type="button" className="btn btn-small" onClick={() => void takeLesson(name)}>
              {said.startOver}
            </button>
            <button
              type="button"
              className="btn btn-small"
              aria-haspopup="dialog"
              onClick={() => openDialog('lessons')}
            >
              {said.all}
            </button>
          </>
        )}
        <button type="button" className="btn btn-small" onClick={leave}>
          {name === undefined ? said.noTask : said.leave}
        </button>
      </div>
      <div className="task-body" hidden={folded}>
        <p className="task-text">
          <VisibleText text={known?.task ?? about ?? ''} />
        </p>
        {(name === undefined || lesson !== undefined) && (
          <Body key={`${name ?? ''} ${opened}`} name={name} lesson={known} />
        )}
      </div>
    </section>
  );
}

function Body({ name, lesson }: { readonly name: string | undefined; readonly lesson: Lesson | undefined }) {
  const after = name === undefined ? null : <Next name={name} />;
  switch (lesson?.form) {
    case 'predict':
      return <PredictBody name={name ?? ''} lesson={lesson} after={after} />;
    case 'culprit':
      return <CulpritBody name={name ?? ''} lesson={lesson} after={after} />;
    default:
      return <GoalsBody name={name} lesson={lesson} after={after} />;
  }
}

function Place({ name }: { readonly name: string }) {
  const all = lessonsNow();
  const place = all.findIndex((each) => each.name === name);
  const chapter = all[place]?.chapter;
  if (chapter === undefined) return null;
  const said = laterWords.lessons;
  return (
    <small className="task-place">
      {said.place({ chapter: said.chapters[chapter], place: place + 1, count: all.length })}
    </small>
  );
}

/** The button that leads on, once a lesson is done. */
function Next({ name }: { readonly name: string }) {
  const next = lessonAfter(name);
  const said = laterWords.lessons;
  if (next === undefined) return <span>{said.last}</span>;
  return (
    <Term text={next.title} className="btn btn-primary" onClick={() => void takeLesson(next.name)}>
      {said.next}
    </Term>
  );
}

/** Takes the task away; the steps stay. Undo brings it back. */
function leave(): void {
  edit(({ task: _, ...scenario }) => scenario);
}

/** A lesson by its name, once it is fetched; `missing` where the page has none of that name, as after a newer version. */
function useLesson(name: string | undefined): Lesson | 'missing' | undefined {
  const code = useLanguage((state) => state.code);
  const [got, setGot] = useState<{ readonly key: string; readonly lesson: Lesson | 'missing' }>();
  const key = `${code} ${name ?? ''}`;
  useEffect(() => {
    if (name === undefined) return;
    let wanted = true;
    void loadLesson(name).then((loaded) => {
      if (wanted) setGot({ key, lesson: loaded.kind === 'loaded' ? loaded.lesson : 'missing' });
    });
    return () => {
      wanted = false;
    };
  }, [name, key]);
  return got?.key === key ? got.lesson : undefined;
}
