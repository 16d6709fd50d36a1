import './gallery.css';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { onDemand } from '../../core/code/fetch-code.ts';
import { VisibleText } from '../../core/code-view/visible-text.tsx';
import type { ExampleInfo } from '../../core/store/example-list.ts';
import { listExamples } from '../../core/store/examples.ts';
import { select, useScenario } from '../../core/store/scenario-store.ts';
import { OriginButtons, originSentence, useWalking } from '../../core/ui/origin.tsx';
import { Icon } from '../../core/ui/signs.tsx';
import { useCard } from '../../core/ui/term.tsx';
import { words } from '../../core/words/language.ts';
import { walkThrough } from './open-example.ts';

/**
 * The strip that leads through an example: the place, the sentence of the step, back and forth, and a button for an own
 * copy.
 */
export function WalkStrip() {
  const walking = useWalking();
  return walking ? <Strip /> : null;
}

function Strip() {
  const { scenario, selected, origin, touched, kept, first } = useScenario();
  const { steps } = scenario;
  const at = steps.findIndex(({ id }) => id === selected);
  const step = steps[at];
  const ends = at + 1 === steps.length && origin.kind === 'example' && !touched;
  const further = useExampleAfter(ends ? origin.name : undefined);
  const { on, card } = useCard({ text: further?.title });
  const go = (place: number) => {
    const to = steps[place];
    if (to !== undefined) select(to.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Readonly<Record<string, number>> = {
      ArrowRight: at + 1,
      PageDown: at + 1,
      ArrowLeft: at - 1,
      PageUp: at - 1,
      Home: 0,
      End: steps.length - 1,
    };
    const to = moves[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(to);
  };
  return (
    <section className="walk" aria-label={words.gallery.walk} onKeyDown={onKeyDown}>
      <div className="walk-move">
        <button
          type="button"
          className="btn btn-icon"
          aria-label={words.steps.previousStep}
          title={words.steps.previousStep}
          aria-disabled={at <= 0}
          onClick={() => go(at - 1)}
        >
          <Icon name="back" />
        </button>
        <b className="walk-place">{words.gallery.walkPlace({ place: at + 1, count: steps.length })}</b>
        {/* One button, so that it keeps the focus when the next example takes the place of the next step. */}
        <button
          type="button"
          id="walk-next"
          className={further === undefined ? 'btn btn-primary walk-next' : 'btn walk-next'}
          aria-disabled={further === undefined && at + 1 >= steps.length}
          {...(further === undefined ? {} : on)}
          onClick={() => (further === undefined ? go(at + 1) : void walkThrough(further.name))}
        >
          {further === undefined ? words.gallery.walkNext : words.gallery.walkNextExample}
          <Icon name="forth" />
        </button>
        {further !== undefined && card}
      </div>
      <p className="walk-note" aria-live="polite">
        <VisibleText text={step?.note ?? words.gallery.walkNoNote} />
      </p>
      <div className="walk-own">
        <small>
          <VisibleText text={originSentence({ origin, touched, kept, first })} />
        </small>
        <OriginButtons />
      </div>
    </section>
  );
}

const list = onDemand(async () => {
  await listExamples();
  return import('../../core/store/example-list.ts');
});

/** Returns the example after one in the order of the gallery; undefined until the list is loaded. */
function useExampleAfter(name: string | undefined): ExampleInfo | undefined {
  const [further, setFurther] = useState<ExampleInfo>();
  useEffect(() => {
    setFurther(undefined);
    if (name === undefined) return;
    let wanted = true;
    list().then(
      ({ examples }) => wanted && setFurther(examples[examples.findIndex((each) => each.name === name) + 1]),
      // Without the list there is no next example.
      () => {},
    );
    return () => {
      wanted = false;
    };
  }, [name]);
  return further;
}
