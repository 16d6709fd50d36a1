import './versions.css';
import { defaultVersion, type KubernetesVersion, kubernetesVersions } from '@managed-fields/kubernetes-types';
import type { StepAnswer } from '@managed-fields/player';
import { versionOf } from '@managed-fields/scenario';
import { useMemo, useState } from 'react';
import { VisibleText } from '../../../core/code-view/visible-text.tsx';
import { useAnswer } from '../../../core/engine/use-answer.ts';
import { useScenario } from '../../../core/store/scenario-store.ts';
import { Dialog } from '../../../core/ui/dialog.tsx';
import { closeDialog } from '../../../core/ui/open-dialog.ts';
import { words } from '../../../core/words/language.ts';
import { type DifferentStep, differentSteps, type ObjectLine } from './version-differences.ts';

/** The dialog that lists the steps which another version of Kubernetes answers differently, with both answers. */
export function VersionsDialog() {
  const scenario = useScenario((state) => state.scenario);
  const version = versionOf(scenario);
  const others = kubernetesVersions.filter((each) => each !== version);
  const [chosen, setChosen] = useState<KubernetesVersion>();
  const other = chosen !== undefined && others.includes(chosen) ? chosen : firstOf(others, version);
  const here = useAnswer({ kind: 'step-answers', kubernetes: version });
  const there = useAnswer({ kind: 'step-answers', kubernetes: other });
  const different = useMemo(
    () => here.answer && there.answer && differentSteps(here.answer, there.answer),
    [here.answer, there.answer],
  );
  const failure = here.failure ?? there.failure;
  const all = scenario.steps.length;
  return (
    <Dialog title={words.versions.compare} className="versions" onClose={closeDialog}>
      <div className="dialog-scroll versions-body">
        <p className="versions-bar">
          <b>{words.page.playedOn({ version })}</b>
          <label>
            {words.versions.compareWith}{' '}
            <select
              data-first-focus
              value={other}
              onChange={({ target }) => setChosen(others.find((each) => each === target.value))}
            >
              {others.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          </label>
          <span role="status">
            {different === undefined
              ? failure === undefined
                ? words.page.working
                : words.page.broke
              : different.length === 0
                ? words.versions.same
                : words.versions.differ({ steps: different.length, all })}
          </span>
        </p>
        {different?.map((step) => (
          <StepDifference key={step.stepId} step={step} versions={[version, other]} />
        ))}
      </div>
    </Dialog>
  );
}

/** Returns the version to compare with first: the default one, or the newest where the scenario has the default. */
function firstOf(others: readonly KubernetesVersion[], version: KubernetesVersion): KubernetesVersion {
  return version === defaultVersion ? (others.at(-1) ?? version) : defaultVersion;
}

interface StepDifferenceProps {
  readonly step: DifferentStep;
  readonly versions: readonly [KubernetesVersion, KubernetesVersion];
}

function StepDifference({ step: { stepId, here, there, lines }, versions }: StepDifferenceProps) {
  const steps = useScenario(({ scenario }) => scenario.steps);
  const index = steps.findIndex(({ id }) => id === stepId);
  const step = steps[index];
  if (step === undefined) return null;
  const name = step.name ?? words.steps.kindNames[step.kind];
  const sides = [here, there] as const;
  return (
    <section className="versions-step" aria-label={words.versions.step({ place: index + 1, name })}>
      <h3>
        <VisibleText text={words.versions.step({ place: index + 1, name })} />
      </h3>
      {(here.status !== there.status || here.said.join() !== there.said.join()) && (
        <div className="versions-sides">
          {sides.map((answer, side) => (
            <Side key={versions[side]} version={versions[side] ?? ''} answer={answer} />
          ))}
        </div>
      )}
      {lines.length > 0 && (
        <>
          <h4>
            {words.versions.object}{' '}
            <small>
              − {versions[0]} · + {versions[1]}
            </small>
          </h4>
          <pre className="versions-lines">
            {lines.map((line, place) => (
              <Line key={place} line={line} />
            ))}
          </pre>
        </>
      )}
    </section>
  );
}

function Side({ version, answer }: { readonly version: string; readonly answer: StepAnswer }) {
  return (
    <div>
      <h4>
        {version} <span className={`badge badge-${answer.status}`}>{words.steps.outcomeNames[answer.status]}</span>
      </h4>
      {answer.said.length === 0 ? (
        <p className="absent">{words.versions.none}</p>
      ) : (
        <pre>
          <VisibleText text={answer.said.join('\n')} />
        </pre>
      )}
    </div>
  );
}

function Line({ line }: { readonly line: ObjectLine }) {
  if (line.kind === 'gap') return <div className="versions-gap">⋯ {line.lines}</div>;
  const side = line.sign === '-' ? 'versions-here' : line.sign === '+' ? 'versions-there' : '';
  return (
    <div className={side}>
      {line.sign} <VisibleText text={line.text} />
    </div>
  );
}
