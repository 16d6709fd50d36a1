import type { HandOverPlan, PlannedStep } from '@managed-fields/scenario';
import { useMemo } from 'react';
import { words } from '../../language/language.ts';
import { usePalette } from '../components/manager-colours.ts';
import { MarkChip } from '../components/mark.tsx';

interface HandOverStepsProps {
  readonly plan: HandOverPlan;
  /** Who is to have the fields. */
  readonly to: string;
}

/** Each step of a hand-over with what it comes to, and how it ends. */
export function HandOverSteps({ plan: { steps, done, owners }, to }: HandOverStepsProps) {
  const met = useMemo(() => steps.flatMap(({ fields }) => fields.flatMap((field) => field.owners)), [steps]);
  const colours = usePalette(met);
  if (steps.length === 0) return <p className="soft">{words.handover.nothing}</p>;
  return (
    <>
      <ol className="plan">
        {steps.map((step, index) => (
          <li key={`${step.role} ${index}`} className={isRefused(step) ? 'plan-refused' : undefined}>
            <p>
              <MarkChip mark={colours.of(step.owner?.manager ?? step.manager)} />{' '}
              <b>{words.steps.kindNames[step.kind]}</b> {words.handover.roleSentence(step)}
            </p>
            {step.fields.map((field) => (
              <p key={field.path} className="soft">
                <code>{field.path}</code> {words.handover.fieldAfter(field)}
              </p>
            ))}
            {step.gone.length > 0 && <p className="soft">{words.handover.gone(step.gone)}</p>}
            {isRefused(step) && <code>{step.message}</code>}
          </li>
        ))}
      </ol>
      <p className={done ? 'plan-done' : 'plan-open'}>{words.handover.doneSentence(done, to, owners)}</p>
    </>
  );
}

function isRefused({ status }: PlannedStep): boolean {
  return status === 'conflict' || status === 'error';
}
