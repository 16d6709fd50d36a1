import type { AnnotatedText } from '@managed-fields/player';
import { fieldAt, managerOf, overlay } from '@managed-fields/rendering';
import { useDeferredValue, useMemo, useState } from 'react';
import { onDemand } from '../../../core/code/fetch-code.ts';
import { CodeView } from '../../../core/code-view/code-view.tsx';
import { lineNotes } from '../../../core/code-view/notes.ts';
import { useFold } from '../../../core/code-view/shown-lines.ts';
import { PlainEditor } from '../../../core/editor/plain-editor.tsx';
import { TextEditor } from '../../../core/editor/text-editor.tsx';
import { besideOf } from '../../../core/engine/drive.ts';
import { usePlayback } from '../../../core/engine/playback-store.ts';
import { prefer, usePreferences } from '../../../core/store/preferences.ts';
import { select, typed, useScenario } from '../../../core/store/scenario-store.ts';
import { usePalette } from '../../../core/ui/manager-colours.tsx';
import { useDark } from '../../../core/ui/media.ts';
import { useWalking } from '../../../core/ui/origin.tsx';
import { Term } from '../../../core/ui/term.tsx';
import { words } from '../../../core/words/language.ts';
import { CommandPane, OutcomePanel, TextStrips, ToolRun, ToolSettingsForm } from '../../later-panes.ts';
import { pick, useLook } from '../look.ts';
import { hasOutcomePanel, type Selected, useFresh, useKept, useSelected } from '../selected.ts';
import { RequestStrip } from './request-strip.tsx';
import { StepSettings } from './step-settings.tsx';
import { StepMenu, StepWords } from './step-words.tsx';

interface StepPaneProps {
  /** Whether the live object may stand beside this step. */
  readonly canBeside: boolean;
  /** Shows a static view and a plain text area to edit in, for phones. */
  readonly plain: boolean;
}

/** The pane of the selected step: its settings, its text, and the answer of the server. */
export function StepPane({ canBeside, plain }: StepPaneProps) {
  const selected = useSelected();
  if (selected === undefined) {
    return (
      <section className="pane" aria-label={words.step.editorPane}>
        <div className="bar">
          <h2>{words.steps.step}</h2>
        </div>
        <p className="pane-empty">{words.steps.noStep}</p>
      </section>
    );
  }
  return <SelectedStep selected={selected} canBeside={canBeside} plain={plain} />;
}

function SelectedStep({ selected, canBeside, plain }: StepPaneProps & { readonly selected: Selected }) {
  const walking = useWalking();
  const { step, place } = selected;
  const kept = useKept(selected);
  // While the text cannot be read, nothing but the editor changes.
  const answered = kept === undefined ? selected : { ...selected, outcome: kept.outcome, view: kept.view };
  const { outcome, view } = answered;
  const instead = insteadOf(answered);
  const withPanel = [answered, selected].find((each) => hasOutcomePanel(step, each.outcome, each.view));
  return (
    <section className="pane step-pane" aria-label={words.step.editorPane}>
      <div className="bar">
        <h2 tabIndex={-1} data-step-heading>
          {words.steps.step} {place} · {words.steps.kindNames[step.kind]}
        </h2>
        <span className="grow" />
        <Term text={words.step.openLensHereTitle} className="btn btn-small" onClick={openLensHere}>
          {words.step.openLensHere}
        </Term>
        {canBeside && <BesideToggle />}
        <StepMenu step={step} />
        <StepButtons place={place} />
      </div>
      <StepSettings key={`settings ${step.id}`} step={step} object={outcome?.object} />
      {(view?.request !== undefined || instead !== undefined) && (
        <RequestStrip stepId={step.id} request={view?.request} instead={instead ?? ''} />
      )}
      <StepWords step={step} hideNote={walking} />
      <TextStrips step={step} />
      {step.kind === 'tool' && <ToolSettingsForm key={`tool ${step.id}`} step={step} />}
      {step.kind === 'kubectl' ? (
        <CommandPane key={`command ${step.id}`} selected={selected} plain={plain} />
      ) : (
        <StepText selected={selected} plain={plain} />
      )}
      {view?.tool !== undefined && <ToolRun tool={view.tool} sent={view.sent} />}
      {withPanel !== undefined && (
        <OutcomePanel
          selected={withPanel}
          unread={withPanel === selected ? undefined : (selected.outcome?.message ?? '')}
        />
      )}
    </section>
  );
}

/**
 * Returns what is shown of a step that sends no request: how its object is read, or that its definition is installed.
 */
function insteadOf({ step, outcome }: Selected): string | undefined {
  if (step.kind === 'crd' && outcome?.status === 'installed') return words.step.installIt;
  return step.kind === 'live' && outcome?.status === 'read' ? words.step.readIt : undefined;
}

/** The pane of the live object beside the selected step, where it can be edited. */
export function BesidePane() {
  const scenario = useScenario((state) => state.scenario);
  const selectedId = useScenario((state) => state.selected);
  const outcomes = usePlayback((state) => state.playback.outcomes);
  const beside = usePlayback((state) => state.beside);
  const stepId = besideOf(scenario, selectedId);
  const index = scenario.steps.findIndex(({ id }) => id === stepId);
  const step = scenario.steps[index];
  if (step === undefined) return null;
  const outcome = outcomes.find((each) => each.stepId === step.id);
  const selected = { step, place: index + 1, outcome, view: undefined };
  return (
    <section className="pane step-pane" aria-label={words.step.besidePane}>
      <div className="bar">
        <h2>
          {words.steps.step} {index + 1} · {words.steps.kindNames[step.kind]}
        </h2>
      </div>
      <StepText selected={selected} plain={false} own={beside} />
    </section>
  );
}

/** Whether the selected step has a live object before it. */
export function useHasBeside(): boolean {
  return useScenario((state) => besideOf(state.scenario, state.selected) !== undefined);
}

interface StepTextProps {
  readonly selected: Selected;
  readonly plain: boolean;
  /** The text with its owners, where the view of the selected step does not have it. */
  readonly own?: AnnotatedText | undefined;
}

function StepText({ selected, plain, own }: StepTextProps) {
  const { step, place, outcome, view } = selected;
  const fresh = useFresh();
  const { outside, opened } = useScenario();
  const dark = useDark();
  const colours = usePalette();
  const [editing, setEditing] = useState(false);
  // A large object takes long to draw; typing goes first.
  const annotated = useDeferredValue(own ?? view?.own);
  const layer = useLook((state) => state.layer);
  const drawn = useMemo(() => annotated && overlay(annotated, colours), [annotated, colours]);
  const fold = useFold(annotated);
  const problems = outcome?.problems ?? none;
  const conflict = view?.conflict;
  const notes = useMemo(() => lineNotes(step.text, problems, conflict), [step.text, problems, conflict]);
  const label = words.step.editorLabel({
    place,
    kind: words.steps.kindNames[step.kind],
    manager: managerOf(step, outcome),
  });
  const shared = { text: step.text, label, placeholder: words.steps.kindHints[step.kind], stepId: step.id, outside };
  const fieldOf = (offset: number) => annotated?.fields[fieldAt(annotated.fields, offset) ?? -1]?.path;
  if (plain) {
    const fits = annotated?.text === step.text;
    return (
      <div className="editor">
        {editing || step.text === '' ? (
          <PlainEditor {...shared} onText={typed} focus={editing} />
        ) : (
          <CodeView
            label={label}
            text={step.text}
            annotated={fits ? annotated : undefined}
            overlay={fits ? drawn : undefined}
            fold={fits ? fold : undefined}
            notes={notes}
            lastApplied={layer}
            wrap
          />
        )}
        <div className="plain-bar">
          <button type="button" className="btn" onClick={() => setEditing(!editing)}>
            {editing ? words.step.doneEditing : words.step.editText}
          </button>
        </div>
      </div>
    );
  }
  return (
    <TextEditor
      {...shared}
      opened={opened}
      annotated={annotated}
      overlay={drawn}
      notes={notes}
      problems={problems}
      fresh={fresh}
      dark={dark}
      lastApplied={layer}
      onText={typed}
      onCaret={(offset) => {
        const path = fieldOf(offset);
        if (path !== undefined) pick(path);
      }}
    />
  );
}

const none: readonly never[] = [];

function BesideToggle() {
  const beside = usePreferences((state) => state.beside);
  return (
    <Term
      text={words.step.besideTitle}
      className="btn btn-small"
      aria-pressed={beside}
      onClick={() => prefer({ beside: !beside })}
    >
      {words.step.beside}
    </Term>
  );
}

/** The buttons to the steps before and after. */
export function StepButtons({ place }: { readonly place: number }) {
  const steps = useScenario((state) => state.scenario.steps);
  const go = (to: number) => {
    const step = steps[to - 1];
    if (step !== undefined) select(step.id);
  };
  return (
    <span className="btn-pair">
      <button
        type="button"
        className="btn btn-small btn-icon"
        aria-label={words.steps.previousStep}
        title={words.steps.previousStep}
        disabled={place <= 1}
        onClick={() => go(place - 1)}
      >
        <span aria-hidden="true">‹</span>
      </button>
      <button
        type="button"
        className="btn btn-small btn-icon"
        aria-label={words.steps.nextStep}
        title={words.steps.nextStep}
        disabled={place >= steps.length}
        onClick={() => go(place + 1)}
      >
        <span aria-hidden="true">›</span>
      </button>
    </span>
  );
}

const lens = onDemand(() => import('../../schema/open-schema.ts'));

async function openLensHere(): Promise<void> {
  const { openSchema } = await lens();
  openSchema();
}
