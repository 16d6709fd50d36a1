import type { CulpritLesson, PredictLesson, Question } from '@managed-fields/lessons/lesson';
import { addStep, nextStepId, type Step } from '@managed-fields/scenario';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { VisibleText } from '../../core/code-view/visible-text.tsx';
import { useAnswer, useKeptWhile } from '../../core/engine/use-answer.ts';
import { edit, useScenario } from '../../core/store/scenario-store.ts';
import { announce } from '../../core/ui/announce.ts';
import { words } from '../../core/words/language.ts';
import { laterWords } from '../../core/words/later-words.ts';
import { noteDone } from './progress.ts';

/** Something to choose, as it is drawn; `why` says why it is wrong. */
interface DrawnChoice {
  readonly text: string;
  readonly why: string | undefined;
}

interface BodyProps<L> {
  readonly name: string;
  readonly lesson: L;
  /** Drawn once all is answered. */
  readonly after: ReactNode;
}

/** The questions about a step before it is played. Once all are answered, the step can be played. */
export function PredictBody({ name, lesson, after }: BodyProps<PredictLesson>) {
  const { answer, failure } = useAnswer<'right-choices'>({ kind: 'right-choices', lesson });
  const right = useKeptWhile(answer === undefined, answer);
  const [found, setFound] = useState<ReadonlySet<number>>(new Set());
  const said = laterWords.lessons;
  const isDone = found.size === lesson.questions.length;
  return (
    <>
      <div className="task-columns">
        <div className="task-step">
          <h3>{said.theStep}</h3>
          <ShownStep step={lesson.step} />
        </div>
        <div className="task-questions">
          {right === undefined && <p>{failure === undefined ? said.asking : words.field.failed}</p>}
          {lesson.questions.map((question, index) => (
            <Choices
              key={index}
              asked={sentenceOf(question)}
              choices={choicesOf(question)}
              right={right?.[index]}
              onFound={() => setFound((before) => new Set(before).add(index))}
            />
          ))}
        </div>
      </div>
      {isDone && (
        <Played name={name} shows={lesson.shows} label={said.play} play={() => playStep(lesson)} after={after} />
      )}
    </>
  );
}

/** What may have happened to the object of the start. Once that is found, it can be played. */
export function CulpritBody({ name, lesson, after }: BodyProps<CulpritLesson>) {
  const { answer, failure } = useAnswer<'right-history'>({ kind: 'right-history', lesson });
  const right = useKeptWhile(answer === undefined, answer);
  const [found, setFound] = useState(false);
  const said = laterWords.lessons;
  const play = () => {
    const steps = lesson.histories[right ?? 0]?.steps ?? [];
    const last = steps.at(-1)?.id;
    edit((scenario) => ({ ...scenario, steps }), last === undefined ? {} : { select: last });
  };
  return (
    <>
      <div className="task-questions">
        {right === undefined && <p>{failure === undefined ? said.asking : words.field.failed}</p>}
        <Choices
          asked={said.ask.culprit}
          choices={lesson.histories.map(({ title, why }) => ({ text: title, why }))}
          right={right}
          onFound={() => setFound(true)}
        />
      </div>
      {found && <Played name={name} shows={lesson.shows} label={said.playHistory} play={play} after={after} />}
    </>
  );
}

interface ChoicesProps {
  readonly asked: string;
  readonly choices: readonly DrawnChoice[];
  /** The place of the right one, once the engine has found it. */
  readonly right: number | undefined;
  readonly onFound: () => void;
}

/**
 * One question. A wrong choice says why it is wrong, and leaves the others to choose. What is chosen before the engine has
 * found the right one waits for it; who then chooses another takes that one instead.
 */
function Choices({ asked, choices, right, onFound }: ChoicesProps) {
  const [tried, setTried] = useState<readonly number[]>([]);
  const [waiting, setWaiting] = useState<number>();
  const said = laterWords.lessons;
  const found = right !== undefined && tried.includes(right);
  const choose = (place: number) => {
    if (right === undefined) return setWaiting(place);
    setTried((before) => [...before, place]);
    const isRight = place === right;
    announce(isRight ? said.right : `${said.wrong}. ${choices[place]?.why ?? ''}`);
    if (isRight) onFound();
  };
  useEffect(() => {
    if (right === undefined || waiting === undefined) return;
    setWaiting(undefined);
    choose(waiting);
  });
  return (
    <fieldset className="choices">
      <legend>
        <VisibleText text={asked} />
      </legend>
      {choices.map(({ text, why }, place) => {
        const isTried = tried.includes(place);
        const isRight = isTried && place === right;
        const state = isRight ? 'choice-right' : isTried ? 'choice-wrong' : '';
        return (
          <div key={place} className={`choice ${state}`}>
            <button
              type="button"
              aria-pressed={isTried || place === waiting}
              aria-disabled={found || isTried}
              onClick={() => !found && !isTried && choose(place)}
            >
              <Mark of={isRight ? 'right' : isTried ? 'wrong' : place === waiting ? 'waiting' : undefined} />
              <VisibleText text={text} />
            </button>
            {isTried && !isRight && why !== undefined && (
              <p>
                <VisibleText text={why} />
              </p>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}

/** The mark before a choice: what was tried says how it was, also to those who do not see it. */
function Mark({ of }: { readonly of: 'right' | 'wrong' | 'waiting' | undefined }) {
  if (of === undefined || of === 'waiting') {
    return (
      <span className="goal-mark" aria-hidden="true">
        {of === undefined ? '○' : '…'}
      </span>
    );
  }
  return (
    <span className="goal-mark" role="img" aria-label={laterWords.lessons[of]}>
      {of === 'right' ? '✓' : '✗'}
    </span>
  );
}

interface PlayedProps {
  readonly name: string;
  readonly shows: string;
  readonly label: string;
  readonly play: () => void;
  readonly after: ReactNode;
}

/** What follows when all was answered: the lesson is done, and can be played. */
function Played({ name, shows, label, play, after }: PlayedProps) {
  const [isPlayed, setPlayed] = useState(false);
  const said = laterWords.lessons;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    noteDone(name, {});
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [name]);
  return (
    <div ref={box} className="task-done">
      <p>
        <b>{said.done}.</b> <VisibleText text={shows} />
      </p>
      <p className="task-actions">
        {isPlayed ? (
          <small>{said.played}</small>
        ) : (
          <button
            type="button"
            className="btn"
            onClick={() => {
              play();
              setPlayed(true);
            }}
          >
            {label}
          </button>
        )}
        {after}
      </p>
    </div>
  );
}

function playStep({ step: { id: _, ...step } }: PredictLesson): void {
  edit((scenario) => addStep(scenario, step), { select: nextStepId(useScenario.getState().scenario) });
}

function ShownStep({ step }: { readonly step: Step }) {
  const files = step.kind === 'kubectl' ? Object.entries(step.files ?? {}) : [];
  const by = 'manager' in step ? step.manager : undefined;
  const agent = 'userAgent' in step ? step.userAgent : undefined;
  const force = 'force' in step && step.force === true ? 'force' : undefined;
  const subresource = 'subresource' in step ? step.subresource : undefined;
  return (
    <>
      <p>
        <VisibleText
          text={[words.steps.kindNames[step.kind], subresource, by ?? agent, force]
            .filter((each) => each !== undefined)
            .join(' · ')}
        />
      </p>
      <pre>
        <VisibleText text={step.text} />
      </pre>
      {files.map(([file, text]) => (
        <pre key={file}>
          <VisibleText text={`# ${file}\n${text}`} />
        </pre>
      ))}
    </>
  );
}

function sentenceOf(question: Question): string {
  const { ask } = laterWords.lessons;
  switch (question.kind) {
    case 'answer':
      return ask.answer;
    case 'owners':
      return ask.owners({ path: question.path });
    case 'value':
      return ask.value({ path: question.path });
  }
}

function choicesOf(question: Question): readonly DrawnChoice[] {
  const said = laterWords.lessons;
  switch (question.kind) {
    case 'answer':
      return question.choices.map(({ status, why }) => ({ text: answerText(status), why }));
    case 'owners':
      return question.choices.map(({ owners, why }) => ({ text: said.managersListed(owners), why }));
    case 'value':
      return question.choices.map(({ value, why }) => ({
        text: value === undefined ? said.absent : JSON.stringify(value),
        why,
      }));
  }
}

/** The answers that lessons ask for; any other status stands for itself. */
function answerText(status: string): string {
  const answers: Readonly<Record<string, () => string>> = laterWords.lessons.answers;
  return answers[status]?.() ?? status;
}
