import { managerOf, type Palette, toolTitle } from '@managed-fields/rendering';
import { moveStep, type Outcome, type Step } from '@managed-fields/scenario';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { onDemand } from '../../../core/code/fetch-code.ts';
import { MoreItems, VisibleText } from '../../../core/code-view/visible-text.tsx';
import { edit, redo, select, undo, useScenario } from '../../../core/store/scenario-store.ts';
import { shortcuts, spelled } from '../../../core/ui/keys.ts';
import { MarkChip, usePalette } from '../../../core/ui/manager-colours.tsx';
import { Menu } from '../../../core/ui/menu.tsx';
import { words } from '../../../core/words/language.ts';
import { outcomeName, useOutcomes } from '../selected.ts';

const menus = onDemand(() => import('./step-items.ts'));

/** How many steps are listed, around the selected one; the page counts the others. */
const mostItems = 200;

/** The list of steps, each with its manager, what it does and how it ended. */
export function StepsPane() {
  const { scenario, selected, past, future } = useScenario();
  const outcomes = useOutcomes();
  const colours = usePalette();
  const [dragged, setDragged] = useState<string>();
  const at = scenario.steps.findIndex(({ id }) => id === selected);
  const from = Math.max(0, Math.min(at - mostItems / 2, scenario.steps.length - mostItems));
  return (
    <section className="pane steps-pane" aria-label={words.steps.stepsPane}>
      <div className="bar">
        <h2>{words.steps.steps}</h2>
        <span className="grow" />
        <button
          type="button"
          className="btn btn-small btn-icon"
          aria-label={words.page.undo}
          title={words.page.undo}
          disabled={past.length === 0}
          onClick={undo}
        >
          <span aria-hidden="true">↶</span>
        </button>
        <button
          type="button"
          className="btn btn-small btn-icon"
          aria-label={words.page.redo}
          title={words.page.redo}
          disabled={future.length === 0}
          onClick={redo}
        >
          <span aria-hidden="true">↷</span>
        </button>
        <Menu
          label={words.steps.addStep}
          className="btn btn-small"
          button={
            <>
              <span aria-hidden="true">+ </span>
              {words.steps.add}
            </>
          }
          align="end"
          wide
          items={async () => (await menus()).addItems()}
        />
      </div>
      {scenario.steps.length === 0 && <p className="steps-none">{words.steps.noStep}</p>}
      <MoreItems count={from} />
      <ol className="steps">
        {scenario.steps.slice(from, from + mostItems).map((step, place) => {
          const index = from + place;
          return (
            <li
              key={step.id}
              className={dragged === step.id ? 'step-dragged' : undefined}
              draggable
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move';
                setDragged(step.id);
              }}
              onDragEnd={() => setDragged(undefined)}
              onDragOver={(event) => {
                if (dragged === undefined) return;
                event.preventDefault();
                if (dragged !== step.id)
                  edit((before) => moveStep(before, dragged, index), { series: `drag ${dragged}` });
              }}
            >
              <StepItem
                step={step}
                place={index + 1}
                current={step.id === selected}
                outcome={outcomes.get(step.id)}
                colours={colours}
              />
            </li>
          );
        })}
      </ol>
      <MoreItems count={scenario.steps.length - from - mostItems} />
    </section>
  );
}

interface StepItemProps {
  readonly step: Step;
  readonly place: number;
  readonly current: boolean;
  readonly outcome: Outcome | undefined;
  readonly colours: Palette;
}

function StepItem({ step, place, current, outcome, colours }: StepItemProps) {
  const button = useRef<HTMLButtonElement>(null);
  const isPlayed = outcome !== undefined;
  useEffect(() => {
    // The current step is scrolled into view, also when keys or the strip above selected it, when it was moved, and once
    // outcomes have made the rows above it higher.
    if (!current) return undefined;
    // In the next frame, which lays out the page anyway: at once the task that draws it would have to.
    const frame = requestAnimationFrame(() => button.current?.scrollIntoView({ block: 'nearest' }));
    return () => cancelAnimationFrame(frame);
  }, [current, place, isPlayed]);
  const manager = managerOf(step, outcome);
  const status = step.off === true ? 'skipped' : outcome?.status;
  const name = step.kind === 'kubectl' ? (manager ?? words.steps.kindNames.kubectl) : words.steps.kindNames[step.kind];
  const kind = `${name}${'force' in step && step.force ? ` ·\u00a0${words.steps.forced}` : ''}`;
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    edit((scenario) => moveStep(scenario, step.id, place - 1 + (event.key === 'ArrowUp' ? -1 : 1)));
  };
  return (
    <>
      <span className="step-mark">
        {manager === undefined ? (
          <span className="mf-mark mf-mark-large mf-mark-none" aria-hidden="true">
            <b>{step.kind === 'crd' ? '{}' : step.kind === 'delete' ? '×' : '◆'}</b>
          </span>
        ) : (
          <MarkChip mark={colours.of(manager)} large />
        )}
      </span>
      <div className={`step${current ? ' step-current' : ''}${step.off === true ? ' step-off' : ''}`}>
        <button
          type="button"
          ref={button}
          className="step-button"
          aria-current={current ? 'step' : undefined}
          aria-keyshortcuts={spelled([...shortcuts['move-up'].keys, ...shortcuts['move-down'].keys])}
          onClick={() => select(step.id)}
          onKeyDown={onKeyDown}
        >
          <span className="hidden-text">
            {words.steps.step} {place}:{' '}
          </span>
          <b>
            <VisibleText
              text={commandName(step) ?? manager ?? shortObject(outcome?.object) ?? words.steps.kindNames[step.kind]}
            />
          </b>
          <small>
            <span className={step.kind === 'kubectl' ? 'step-kind step-who' : 'step-kind'}>
              {manager === undefined && outcome?.object === undefined ? kindHintsShort(step) : kind}
            </span>
            {status !== undefined && <span className={`badge badge-${status}`}>{outcomeName(step, status)}</span>}
          </small>
          {step.name !== undefined && (
            <span className="step-name">
              <VisibleText text={step.name} />
            </span>
          )}
        </button>
        <Menu
          label={`${words.steps.moreActions} ${place}`}
          className="step-menu"
          button={<span aria-hidden="true">⋯</span>}
          align="end"
          items={async () => (await menus()).stepItems(step)}
        />
      </div>
    </>
  );
}

/** How many UTF-16 code units of a command the list shows. */
const longestName = 400;

/** Returns the line of a command as its name, or what the tool of a step is called. */
function commandName(step: Step): string | undefined {
  if (step.kind === 'tool') return toolTitle(step) || undefined;
  const name = step.kind === 'kubectl' ? step.text.trimStart().slice(0, longestName).trimEnd() : '';
  return name === '' ? undefined : name;
}

function kindHintsShort(step: Step): string {
  return step.text.trim() === '' && step.kind === 'live' ? words.steps.emptyObject : words.steps.kindNames[step.kind];
}

/** Returns `Deployment api` for `apps/v1 Deployment default/api`. A definition is named by what it defines. */
function shortObject(object: string | undefined): string | undefined {
  const [, kind, path] = object?.split(' ') ?? [];
  const name = path?.split('/').at(-1);
  return name === undefined || kind === 'CustomResourceDefinition' ? name : `${kind} ${name}`;
}
