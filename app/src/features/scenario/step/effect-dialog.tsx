import type { ObjectOfStep, ObjectSource, WebhookEffectOffer, WebhookEffectView } from '@managed-fields/player';
import { useState } from 'react';
import { VisibleText } from '../../../core/code-view/visible-text.tsx';
import { askEngine } from '../../../core/engine/drive.ts';
import { useAnswer } from '../../../core/engine/use-answer.ts';
import { edit, useScenario } from '../../../core/store/scenario-store.ts';
import { announce } from '../../../core/ui/announce.ts';
import { Dialog } from '../../../core/ui/dialog.tsx';
import { laterWords } from '../../../core/words/later-words.ts';

interface EffectDialogProps {
  readonly stepId: string;
  readonly onClose: () => void;
}

/** The dialog that deduces what a webhook does from an object as it was applied and as it was stored. */
export function EffectDialog({ stepId, onClose }: EffectDialogProps) {
  const { webhookEffect: said } = laterWords.command;
  const { answer: offer, asking } = useAnswer({ kind: 'webhook-effect-offer', stepId });
  return (
    <Dialog title={said.title} className="effect" onClose={onClose}>
      <div className="effect-body">
        <p>{said.about}</p>
        {offer === undefined ? (
          <p>{asking ? said.looking : laterWords.command.nothingToDo}</p>
        ) : (
          <EffectForm stepId={stepId} offer={offer} onClose={onClose} />
        )}
      </div>
    </Dialog>
  );
}

/** What a side of the pair is: the id of a step, or empty for a text that is pasted. */
interface Side {
  readonly step: string;
  readonly text: string;
}

function EffectForm({ stepId, offer, onClose }: EffectDialogProps & { readonly offer: WebhookEffectOffer }) {
  const { webhookEffect: said } = laterWords.command;
  const [webhook, setWebhook] = useState(
    offer.webhooks.find((each) => !each.said)?.name ?? offer.webhooks[0]?.name ?? '',
  );
  const [first, second] = firstPair(offer);
  const [applied, setApplied] = useState<Side>({ step: first, text: '' });
  const [stored, setStored] = useState<Side>({ step: second, text: '' });
  const pair = { applied: sourceOf(applied), stored: sourceOf(stored) };
  const isGiven = pair.applied !== undefined && pair.stored !== undefined;
  const { answer, asking, failure } = useAnswer(
    pair.applied !== undefined && pair.stored !== undefined
      ? { kind: 'webhook-effect', stepId, webhook, applied: pair.applied, stored: pair.stored }
      : undefined,
  );
  return (
    <>
      <label>
        <span className="effect-label">{said.webhook}</span>{' '}
        <select data-first-focus value={webhook} onChange={({ target }) => setWebhook(target.value)}>
          {offer.webhooks.map((each) => (
            <option key={each.name} value={each.name}>
              {each.said ? said.said({ name: each.name }) : each.name}
            </option>
          ))}
        </select>
      </label>
      <div className="effect-pair">
        <SideForm label={said.applied} side={applied} steps={offer.applied} onSide={setApplied} />
        <SideForm label={said.stored} side={stored} steps={offer.stored} onSide={setStored} />
      </div>
      <div aria-live="polite">
        {!isGiven && <p>{said.waiting}</p>}
        {isGiven && answer === undefined && <p>{failure ?? said.looking}</p>}
      </div>
      {isGiven && answer !== undefined && <Deduced view={answer} />}
      {isGiven && answer?.kind === 'effect' && (
        <p>
          <button
            type="button"
            className="btn btn-primary"
            disabled={asking}
            onClick={() => {
              write(stepId, webhook, answer.text);
              onClose();
            }}
          >
            {said.write}
          </button>
        </p>
      )}
    </>
  );
}

/** The steps that are chosen first: the last one that applies something, and one behind it that stores the same object. */
function firstPair({ applied, stored }: WebhookEffectOffer): readonly [string, string] {
  const first = applied.findLast(({ object, stepId }) =>
    stored.some((each) => each.object === object && each.stepId !== stepId),
  );
  const second = stored.findLast(({ object, stepId }) => object === first?.object && stepId !== first?.stepId);
  return [first?.stepId ?? applied.at(-1)?.stepId ?? '', second?.stepId ?? ''];
}

function sourceOf({ step, text }: Side): ObjectSource | undefined {
  if (step !== '') return { stepId: step };
  return text.trim() === '' ? undefined : { text };
}

interface SideFormProps {
  readonly label: string;
  readonly side: Side;
  readonly steps: readonly ObjectOfStep[];
  readonly onSide: (side: Side) => void;
}

function SideForm({ label, side, steps, onSide }: SideFormProps) {
  const { webhookEffect: said } = laterWords.command;
  const all = useScenario((state) => state.scenario.steps);
  const placeOf = (stepId: string) => all.findIndex(({ id }) => id === stepId) + 1;
  return (
    <div className="effect-side">
      <label className="effect-side">
        <span className="effect-label">{label}</span>
        <select value={side.step} onChange={({ target }) => onSide({ ...side, step: target.value })}>
          {steps.map(({ stepId, object }) => (
            <option key={stepId} value={stepId}>
              {said.ofStep({ place: placeOf(stepId), object })}
            </option>
          ))}
          <option value="">{said.pasted}</option>
        </select>
      </label>
      {side.step === '' && (
        <textarea
          aria-label={label}
          rows={9}
          spellCheck={false}
          autoCapitalize="off"
          value={side.text}
          onChange={({ target }) => onSide({ ...side, text: target.value })}
        />
      )}
    </div>
  );
}

function Deduced({ view }: { readonly view: WebhookEffectView }) {
  const { webhookEffect: said } = laterWords.command;
  switch (view.kind) {
    case 'nothing':
      return <p role="status">{said.nothing}</p>;
    case 'problem':
      return <p role="alert">{said.problems[view.code]}</p>;
    case 'effect':
      return (
        <>
          <p>{said.forms[view.form]}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys. */}
          <section className="effect-text" aria-label={said.forms[view.form]} tabIndex={0}>
            <pre>
              <VisibleText text={view.shown} />
            </pre>
          </section>
          <p role="status">{said.plays[view.plays]}</p>
          <p className="effect-statement">{said.statement}</p>
        </>
      );
  }
}

/** Writes what a webhook does into the step that holds it, as one change that can be undone. */
function write(stepId: string, webhook: string, text: string): void {
  const { scenario } = useScenario.getState();
  askEngine<'with-webhook-effect'>(scenario, { kind: 'with-webhook-effect', stepId, webhook, text }, (ended) => {
    if (ended.kind !== 'answered') return;
    edit(() => ended.answer);
    announce(laterWords.command.webhookEffect.written);
  });
}
