import './bring.css';
import { type Joined, messagesIn, type PastedTexts, versionIn } from '@managed-fields/reading';
import { freshScenario, type NewStep, type Scenario, type StepKind, withVersion } from '@managed-fields/scenario';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { VisibleText } from '../../core/code-view/visible-text.tsx';
import { LongText } from '../../core/editor/plain-editor.tsx';
import { useAnswer } from '../../core/engine/use-answer.ts';
import { startDraft } from '../../core/store/address.ts';
import { edit, selectedStep, useScenario } from '../../core/store/scenario-store.ts';
import { Dialog } from '../../core/ui/dialog.tsx';
import { FileButton } from '../../core/ui/file-button.tsx';
import { useLayout } from '../../core/ui/media.ts';
import { closeDialog } from '../../core/ui/open-dialog.ts';
import { fitsTextArea } from '../../core/view-models/text-area.ts';
import { words } from '../../core/words/language.ts';
import { laterWords } from '../../core/words/later-words.ts';
import { versionName } from '../../core/words/version-words.ts';
import { showReasonOnceAnswered } from '../scenario/look.ts';
import { isBlank } from '../scenario/selected.ts';
import { openSurvey } from '../survey/state/open-survey.ts';
import {
  type Choices,
  type Destination,
  type HereMeaning,
  meaningOfHere,
  partsOf,
  stepsOf,
  takenIn,
} from './bring-plan.ts';
import { ErrorReport, JoinedReport } from './error-report.tsx';
import { FoundParts } from './found-parts.tsx';
import { type IncomingText, useIncoming } from './incoming.ts';
import { takeFiles, takeLog } from './take-in.ts';

/**
 * The dialog for a text that the user pastes, drops or opens. It shows what the text was read as, which steps can be
 * made of it, and where they go.
 */
export function BringDialog() {
  const { texts, wantsError, fromStep } = useIncoming();
  const asked = useMemo(() => texts.map(({ text }) => text), [texts]);
  const isEmpty = asked.every((text) => text.trim() === '');
  const selected = useScenario(selectedStep);
  const after = fromStep ?? selected?.id;
  const { answer, failure } = useAnswer(
    isEmpty
      ? undefined
      : { kind: 'pasted', texts: asked, inPlace: fromStep !== undefined, ...(after === undefined ? {} : { after }) },
  );
  return (
    <Dialog
      title={wantsError ? laterWords.bring.errorTitle : laterWords.bring.title}
      className="bring"
      onClose={closeDialog}
      beside={<FileButton label={laterWords.bring.chooseFiles} onFiles={(files) => void takeFiles(files)} />}
    >
      <div className="bring-body">
        <Source texts={texts} wantsError={wantsError} />
        {isEmpty && <p className="bring-hint">{laterWords.bring.drop}</p>}
        {!isEmpty && answer === undefined && <p className="bring-hint">{failure ?? laterWords.bring.reading}</p>}
        {!isEmpty && answer !== undefined && (
          <Found key={fromStep ?? ''} pasted={answer} wantsError={wantsError} fromStep={fromStep} />
        )}
        {wantsError && answer !== undefined && !isEmpty && messagesIn(answer.read).length === 0 && (
          <p className="bring-hint">{laterWords.errors.unknownText}</p>
        )}
      </div>
    </Dialog>
  );
}

/** Shows the text to look at and change, or the names of several files. */
function Source({ texts, wantsError }: { readonly texts: readonly IncomingText[]; readonly wantsError: boolean }) {
  const refused = useIncoming((state) => state.refused);
  const [first] = texts;
  return (
    <>
      {texts.length > 1 ? (
        <p className="bring-files">
          {laterWords.bring.files}:{' '}
          <b>
            <VisibleText text={texts.map(({ name }) => name).join(', ')} />
          </b>
        </p>
      ) : !fitsTextArea(first?.text ?? '') ? (
        <LongText
          label={first?.name ?? laterWords.bring.field}
          text={first?.text ?? ''}
          onText={(text) => changeText(first?.name, text)}
        />
      ) : (
        <label className="bring-text">
          <span>{first?.name ?? laterWords.bring.field}</span>
          <textarea
            data-first-focus={first === undefined || first.text === '' ? '' : undefined}
            value={first?.text ?? ''}
            rows={first === undefined || first.text === '' ? 9 : 6}
            spellCheck={false}
            autoCapitalize="off"
            placeholder={wantsError ? laterWords.bring.errorPlaceholder : laterWords.bring.placeholder}
            onChange={({ target }) => changeText(first?.name, target.value)}
          />
        </label>
      )}
      {refused.map(({ name, reason }) => (
        <p key={name} className="bring-problem" role="alert">
          <b>{name}</b> {laterWords.bring[reason]}
        </p>
      ))}
    </>
  );
}

function changeText(name: string | undefined, text: string): void {
  useIncoming.setState({ texts: [{ name, text }], refused: [] });
  void takeLog(text);
}

interface FoundProps {
  readonly pasted: PastedTexts;
  readonly wantsError: boolean;
  readonly fromStep: string | undefined;
}

function Found({ pasted: { read: pasted, joined: found }, wantsError, fromStep }: FoundProps) {
  const [choices, setChoices] = useState<Choices>(new Map());
  const opened = pasted.flatMap((each) => (each.kind === 'scenario' ? [each.scenario] : []));
  const errors = messagesIn(pasted);
  const broken = pasted.flatMap((each) => (each.kind === 'broken-scenario' ? [each] : []));
  const parts = useMemo(() => partsOf(pasted), [pasted]);
  const objects = parts.filter(({ what }) => what.kind === 'object').length;
  const isMany = objects >= manyObjects;
  const [scenario] = opened;
  if (scenario !== undefined) return <OpenedScenario scenario={scenario} />;
  // Who chooses what the parts become has other steps in mind.
  const joined = choices.size === 0 ? found : undefined;
  const steps = stepsOf(parts, choices);
  const alone = steps.length > 0 ? steps : errors.flatMap((each) => each.scenario?.steps ?? []);
  const made: readonly NewStep[] = joined?.kind === 'pasted' ? [...steps, joined.apply] : alone;
  const title = errors[0] === undefined ? '' : laterWords.errors.titles[errors[0].facts.code];
  return (
    <>
      {broken.map(({ code, problems }, index) => (
        <div key={index} className="bring-problem" role="alert">
          <p>{code === 'newer-version' ? laterWords.bring.newerScenario : laterWords.bring.brokenScenario}</p>
          {code !== 'newer-version' && problems.slice(0, 4).map(({ message }) => <code key={message}>{message}</code>)}
        </div>
      ))}
      {isMany && <SurveyOffer objects={objects} />}
      {parts.some(({ kinds }) => kinds.length > 0 || !wantsError) && (
        <FoundParts
          parts={parts}
          choices={choices}
          listed={pasted.reduce((sum, each) => sum + (each.kind === 'objects' ? each.listed : 0), 0)}
          onChoose={(key, kind: StepKind | undefined) => setChoices(new Map([...choices, [key, kind]]))}
        />
      )}
      {errors.map((each, index) => (
        <ErrorReport
          key={index}
          facts={each.facts}
          scenario={each.scenario}
          joined={joined}
          isBeside={steps.length > 0}
        />
      ))}
      {joined !== undefined && errors.length === 0 && <JoinedReport joined={joined} />}
      <Take
        steps={made}
        title={title}
        fromStep={fromStep}
        joined={joined?.kind === 'pasted' ? undefined : joined}
        preferNew={errors.length > 0}
        isRequest={pasted.some(({ kind }) => kind === 'requests')}
        isMany={isMany}
      />
    </>
  );
}

/** From how many objects on the survey is what is offered first. */
const manyObjects = 12;

/** Offers the survey, where there are many objects. */
function SurveyOffer({ objects }: { readonly objects: number }) {
  const { texts } = useIncoming();
  const button = useFirstFocus();
  const open = () => {
    closeDialog();
    openSurvey(texts.map(({ name, text }) => (name === undefined ? text : new File([text], name))));
  };
  return (
    <p className="bring-survey">
      {laterWords.survey.bringHint({ objects })}{' '}
      <button ref={button} type="button" className="btn btn-primary" onClick={open}>
        {laterWords.survey.bringOpen}
      </button>
    </p>
  );
}

interface TakeProps {
  readonly steps: readonly NewStep[];
  readonly title: string;
  readonly fromStep: string | undefined;
  /** The scenario on screen with the pasted text joined to it. */
  readonly joined: Exclude<Joined, { readonly kind: 'pasted' }> | undefined;
  readonly preferNew: boolean;
  readonly isRequest: boolean;
  /** The survey is offered first. */
  readonly isMany: boolean;
}

/** The choice of where the steps go, and the button that adds them. */
function Take({ steps, title, fromStep, joined, preferNew, isRequest, isMany }: TakeProps) {
  const scenario = useScenario((state) => state.scenario);
  const selected = useScenario(selectedStep);
  const button = useFirstFocus();
  const { texts } = useIncoming();
  const version = useMemo(() => texts.map(({ text }) => versionIn(text)).find((each) => each !== undefined), [texts]);
  const layout = useLayout();
  const onVersion = (made: Scenario) => (version === undefined ? made : withVersion(made, version));
  const blank = isBlank(scenario);
  const here = meaningOfHere(steps, selected, blank, fromStep, isRequest);
  const [wanted, setWanted] = useState<Destination>();
  if (steps.length === 0) return null;
  const usual = (): Destination => {
    if (joined !== undefined) return 'join';
    if (here === 'fill' || here === 'text' || fromStep !== undefined) return 'here';
    return preferNew ? 'new' : 'add';
  };
  const isPossible = (wanted !== 'here' || here !== undefined) && (wanted !== 'join' || joined !== undefined);
  const destination = isPossible ? (wanted ?? usual()) : 'add';
  const take = () => {
    if (destination === 'join' && joined !== undefined) edit(() => joined.scenario, { select: joined.select });
    else if (destination === 'new') startDraft(onVersion(freshScenario(title, steps)));
    else {
      const where = destination === 'here' ? (here ?? 'add') : 'add';
      const taken = takenIn(scenario, selected?.id, steps, where);
      const filled = where === 'fill' ? onVersion(taken.scenario) : taken.scenario;
      edit(() => (where === 'fill' && title !== '' ? { ...filled, title } : filled), {
        ...(taken.select === undefined ? {} : { select: taken.select }),
      });
    }
    closeDialog();
    if (layout === 'narrow') showReasonOnceAnswered();
  };
  return (
    <div className="bring-foot">
      <DestinationChoice
        destination={destination}
        here={here}
        joined={joined}
        place={selected === undefined ? undefined : scenario.steps.indexOf(selected) + 1}
        onChoose={setWanted}
      />
      <span className="grow" />
      <small>
        {version !== undefined &&
          (destination === 'new' || here === 'fill') &&
          `${words.page.playedOn({ version: versionName(version) })}. `}
        {laterWords.bring.undoable}
      </small>
      <button ref={isMany ? null : button} type="button" className={isMany ? 'btn' : 'btn btn-primary'} onClick={take}>
        {laterWords.bring.take({ steps: destination === 'join' ? 1 : steps.length })}
      </button>
    </div>
  );
}

/**
 * Puts the focus on the button once it is there: the text is read after the dialog opens, and Enter should press it.
 */
function useFirstFocus() {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!(document.activeElement instanceof HTMLTextAreaElement)) button.current?.focus({ preventScroll: true });
  }, []);
  return button;
}

function OpenedScenario({ scenario }: { readonly scenario: Scenario }) {
  const button = useFirstFocus();
  const { title, about, steps } = scenario;
  const open = () => {
    startDraft(scenario);
    closeDialog();
  };
  return (
    <>
      <div className="bring-scenario">
        <h3>{laterWords.bring.scenarioFound}</h3>
        <p>
          <b>{title === '' ? words.drafts.untitled : title}</b> · {words.counting.countOf(steps.length, 'step')}
        </p>
        {about !== undefined && (
          <p>
            <VisibleText text={about} />
          </p>
        )}
        <p className="bring-hint">{laterWords.bring.scenarioOpens}</p>
      </div>
      <div className="bring-foot">
        <span className="grow" />
        <button ref={button} type="button" className="btn btn-primary" onClick={open}>
          {laterWords.bring.openScenario}
        </button>
      </div>
    </>
  );
}

interface DestinationChoiceProps {
  readonly destination: Destination;
  readonly here: HereMeaning | undefined;
  readonly joined: TakeProps['joined'];
  /** The place of the selected step, from 1; undefined where none is selected. */
  readonly place: number | undefined;
  readonly onChoose: (destination: Destination) => void;
}

/** The choice of where the new steps go. */
export function DestinationChoice({ destination, here, joined, place, onChoose }: DestinationChoiceProps) {
  const name = useId();
  const choices: readonly (readonly [Destination, string])[] = [
    ...(joined === undefined ? [] : [['join', joinText(joined)] as const]),
    ...(here === undefined ? [] : [['here', hereText(here, place ?? 1)] as const]),
    ...(here === 'fill' ? [] : [['add', laterWords.bring.add({ place })] as const]),
    ['new', laterWords.bring.newScenario],
  ];
  return (
    <fieldset className="bring-where">
      <legend className="hidden-text">{laterWords.bring.destination}</legend>
      {choices.map(([choice, text]) => (
        <label key={choice}>
          <input type="radio" name={name} checked={choice === destination} onChange={() => onChoose(choice)} />
          {text}
        </label>
      ))}
    </fieldset>
  );
}

function joinText({ kind, place }: NonNullable<TakeProps['joined']>): string {
  return kind === 'with-object' ? laterWords.bring.joinObject({ place }) : laterWords.bring.joinConflict({ place });
}

function hereText(here: HereMeaning, place: number): string {
  switch (here) {
    case 'fill':
      return laterWords.bring.fill;
    case 'text':
      return laterWords.bring.intoText({ place });
    case 'step':
      return laterWords.bring.intoStep({ place });
  }
}
