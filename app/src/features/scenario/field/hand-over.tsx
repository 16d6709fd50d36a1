import type { HandOver as Asked, HandOverPlan, PlannedStep, Recipient } from '@managed-fields/player';
import { identityOf } from '@managed-fields/rendering';
import { nextStepId } from '@managed-fields/scenario';
import { useId, useMemo, useState } from 'react';
import { PathText, VisibleText } from '../../../core/code-view/visible-text.tsx';
import { changeByEngine } from '../../../core/engine/drive.ts';
import { useAnswer } from '../../../core/engine/use-answer.ts';
import { useScenario } from '../../../core/store/scenario-store.ts';
import { Dialog } from '../../../core/ui/dialog.tsx';
import { MarkChip, usePalette } from '../../../core/ui/manager-colours.tsx';
import { words } from '../../../core/words/language.ts';
import { laterWords } from '../../../core/words/later-words.ts';

interface HandOverProps {
  readonly stepId: string;
  readonly paths: readonly string[];
  readonly onClose: () => void;
}

/** The helper for giving fields to another manager: to whom, in which order, and the result of each step. */
export function HandOver({ stepId, paths, onClose }: HandOverProps) {
  const id = useId();
  const { answer: offer } = useAnswer({ kind: 'hand-over-offer', stepId, paths });
  const [picked, setPicked] = useState<number>();
  const [named, setNamed] = useState<Recipient>({ manager: '', by: 'apply' });
  const [wantedOrder, setOrder] = useState<'temporary' | 'writes-first'>('temporary');
  const [temporary, setTemporary] = useState<string>();
  const colours = usePalette(offer?.owners);
  const recipients = offer?.recipients ?? [];
  const place = picked ?? (recipients.length > 0 ? 0 : -1);
  const to = recipients[place] ?? named;
  const method = to.by === 'apply' ? 'share' : wantedOrder;
  const holder = temporary ?? `handover-to-${to.by === 'scale' ? 'hpa' : to.manager}`;
  const fields = offer?.fields ?? paths;
  const ready = to.manager !== '' && (method !== 'temporary' || holder !== '');
  const asked: Asked = useMemo(
    () => ({ paths, to, method, ...(method === 'temporary' ? { temporary: holder } : {}) }),
    [paths, to, method, holder],
  );
  const { answer: plan, asking } = useAnswer(
    ready && offer !== undefined ? { kind: 'hand-over-plan', stepId, ...asked } : undefined,
  );
  return (
    <Dialog title={laterWords.handover.title(fields)} className="hand-over" onClose={onClose}>
      <div className="dialog-scroll hand-over-body">
        <p>
          {laterWords.handover.ownedNow} {offer === undefined && words.field.working}
          {offer?.owners.map((owner) => (
            <span key={identityOf(owner)} className="owner">
              <MarkChip mark={colours.ofOwner(owner)} />
              <VisibleText text={owner.manager} />{' '}
              <small>
                <VisibleText text={words.field.ownerKind(owner)} />
              </small>
            </span>
          ))}
        </p>
        <div className="hand-over-to">
          <label htmlFor={id}>{laterWords.handover.to}</label>
          <select id={id} value={place} data-first-focus onChange={({ target }) => setPicked(Number(target.value))}>
            {recipients.map((each, index) => (
              <option key={`${each.manager} ${each.by}`} value={index}>
                {laterWords.handover.recipient(each)}
              </option>
            ))}
            <option value={-1}>{laterWords.handover.another}</option>
          </select>
          {place < 0 && <OtherRecipient named={named} ways={offer?.ways ?? []} onName={setNamed} />}
        </div>
        <fieldset className="hand-over-methods">
          <legend>{laterWords.handover.method}</legend>
          {to.by === 'apply' ? (
            <p>
              <b>{laterWords.handover.methods.share.name}</b>
              <small>{laterWords.handover.methods.share.text}</small>
            </p>
          ) : (
            (['temporary', 'writes-first'] as const).map((order) => (
              <label key={order}>
                <input
                  type="radio"
                  name={`${id} order`}
                  checked={wantedOrder === order}
                  onChange={() => setOrder(order)}
                />
                <span>
                  <b>{laterWords.handover.methods[order].name}</b>
                  <small>{laterWords.handover.methods[order].text}</small>
                </span>
              </label>
            ))
          )}
        </fieldset>
        {method === 'temporary' && (
          <label className="hand-over-to">
            {laterWords.handover.temporary}
            <input
              type="text"
              size={26}
              value={holder}
              spellCheck={false}
              autoComplete="off"
              onChange={({ target }) => setTemporary(target.value)}
            />
          </label>
        )}
        <h3>{laterWords.handover.plan}</h3>
        {plan === undefined ? (
          <p className="soft">{message(ready, asking)}</p>
        ) : (
          <HandOverSteps plan={plan} to={to.manager} />
        )}
      </div>
      <div className="hand-over-foot">
        <small>{laterWords.handover.conflictNote}</small>
        <span className="grow" />
        <button
          type="button"
          className="btn btn-primary"
          disabled={plan === undefined || plan.steps.length === 0}
          onClick={() => {
            if (plan !== undefined) addSteps(stepId, asked, plan);
            onClose();
          }}
        >
          {laterWords.handover.add({ count: plan?.steps.length ?? 0 })}
        </button>
      </div>
    </Dialog>
  );
}

function message(ready: boolean, asking: boolean): string {
  if (!ready) return laterWords.handover.nameIt;
  return asking ? laterWords.handover.working : laterWords.handover.nothing;
}

/** Adds the steps of the plan after a step, and selects the first of them. */
function addSteps(stepId: string, asked: Asked, plan: HandOverPlan): void {
  const stepWords = plan.steps.map((step) => ({
    name: laterWords.handover.stepNames[step.role],
    note: laterWords.handover.stepNote(step),
  }));
  const first = nextStepId(useScenario.getState().scenario);
  changeByEngine({ kind: 'hand-over', stepId, words: stepWords, ...asked }, { select: first });
}

interface OtherRecipientProps {
  readonly named: Recipient;
  readonly ways: readonly Exclude<Recipient['by'], 'apply'>[];
  readonly onName: (recipient: Recipient) => void;
}

function OtherRecipient({ named, ways, onName }: OtherRecipientProps) {
  const all: readonly Recipient['by'][] = ['apply', ...ways];
  return (
    <>
      <input
        type="text"
        size={22}
        aria-label={laterWords.handover.manager}
        placeholder={laterWords.handover.managerHint}
        value={named.manager}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => onName({ ...named, manager: target.value })}
      />
      <select
        aria-label={laterWords.handover.by}
        value={named.by}
        onChange={({ target }) => onName({ ...named, by: all.find((way) => way === target.value) ?? 'apply' })}
      >
        {all.map((way) => (
          <option key={way} value={way}>
            {laterWords.handover.byNames[way]}
          </option>
        ))}
      </select>
    </>
  );
}

interface HandOverStepsProps {
  readonly plan: HandOverPlan;
  /** The manager who is to get the fields. */
  readonly to: string;
}

/** Lists the steps of a hand-over, each with its result, and who owns the fields at the end. */
export function HandOverSteps({ plan: { steps, done, owners }, to }: HandOverStepsProps) {
  const met = useMemo(() => steps.flatMap(({ fields }) => fields.flatMap((field) => field.owners)), [steps]);
  const colours = usePalette(met);
  if (steps.length === 0) {
    return <p className="soft">{done ? laterWords.handover.ownsAlready({ to }) : laterWords.handover.nothing}</p>;
  }
  return (
    <>
      <ol className="plan">
        {steps.map((step, index) => (
          <li key={`${step.role} ${index}`} className={isRefused(step) ? 'plan-refused' : undefined}>
            <p>
              <MarkChip mark={colours.of(step.owner?.manager ?? step.manager)} />{' '}
              <b>{words.steps.kindNames[step.kind]}</b> {laterWords.handover.roleSentence(step)}
            </p>
            {step.fields.map((field) => (
              <p key={field.path} className="soft">
                <code>
                  <PathText path={field.path} />
                </code>{' '}
                <VisibleText text={laterWords.handover.fieldAfter(field)} />
              </p>
            ))}
            {step.gone.length > 0 && <p className="soft">{laterWords.handover.gone(step.gone)}</p>}
            {isRefused(step) && (
              <code>
                <VisibleText text={step.message ?? ''} />
              </code>
            )}
          </li>
        ))}
      </ol>
      <p className={done ? 'plan-done' : 'plan-open'}>{laterWords.handover.doneSentence(done, to, owners)}</p>
    </>
  );
}

function isRefused({ status }: PlannedStep): boolean {
  return status === 'conflict' || status === 'error';
}
