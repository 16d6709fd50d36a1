import { useScenario } from '../../core/store/scenario-store.ts';
import { Dialog } from '../../core/ui/dialog.tsx';
import { closeDialog } from '../../core/ui/open-dialog.ts';
import { laterWords } from '../../core/words/later-words.ts';
import { chapterIds, type LessonInfo, lessonsNow, takeLesson } from './lesson-actions.ts';
import { forgetProgress, useProgress } from './progress.ts';
import './lessons.css';

/** The list of all lessons by chapter, with what was done of them. */
export function LessonsDialog() {
  const said = laterWords.lessons;
  const done = useProgress((state) => state.done);
  const all = lessonsNow();
  const here = useScenario(({ scenario }) => scenario.task?.lesson);
  const isDone = ({ name }: LessonInfo) => Object.hasOwn(done, name);
  const first = all.find((each) => each.name === here) ?? all.find((each) => !isDone(each)) ?? all[0];
  return (
    <Dialog title={said.title} className="lessons" onClose={closeDialog}>
      <div className="dialog-scroll lessons-body">
        <p className="lessons-intro">{said.intro}</p>
        {chapterIds.map((chapter) => {
          const within = all.filter((each) => each.chapter === chapter);
          return (
            <section key={chapter} className="lessons-chapter" aria-label={said.chapters[chapter]}>
              <h3>
                {said.chapters[chapter]}
                <small className="lessons-count">
                  {said.progress({ done: within.filter(isDone).length, count: within.length })}
                </small>
              </h3>
              <ul>
                {within.map((lesson) => (
                  <li key={lesson.name}>
                    <LessonLine lesson={lesson} isFirst={lesson === first} />
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
        <p className="lessons-kept">
          {said.kept}{' '}
          <button
            type="button"
            className="btn btn-small"
            disabled={Object.keys(done).length === 0}
            onClick={forgetProgress}
          >
            {said.reset}
          </button>
        </p>
      </div>
    </Dialog>
  );
}

function LessonLine({
  lesson: { name, form, title },
  isFirst,
}: {
  readonly lesson: LessonInfo;
  readonly isFirst: boolean;
}) {
  const said = laterWords.lessons;
  const done = useProgress((state) => (Object.hasOwn(state.done, name) ? state.done[name] : undefined));
  return (
    <button
      type="button"
      className="lessons-line"
      {...(isFirst ? { 'data-first-focus': '' } : {})}
      onClick={() => void takeLesson(name)}
    >
      <span className="lessons-mark" aria-hidden="true">
        {done === undefined ? '' : '✓'}
      </span>
      <span className="lessons-title">{title}</span>
      <small className="lessons-state">
        {done === undefined
          ? said.forms[form]
          : done.requests === undefined
            ? said.done
            : said.doneWith({ count: done.requests })}
      </small>
    </button>
  );
}
