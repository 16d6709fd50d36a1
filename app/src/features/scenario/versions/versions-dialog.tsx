import './versions.css';
import {
  defaultVersion,
  isPatchRelease,
  kubernetesVersions,
  minorVersionOf,
  newestVersion,
  type PlayedVersion,
  patchesOf,
  playedVersions,
} from '@managed-fields/kubernetes-types';
import { alignLines, type StepAnswer } from '@managed-fields/player';
import { versionOf } from '@managed-fields/scenario';
import { useMemo, useState } from 'react';
import { VisibleText } from '../../../core/code-view/visible-text.tsx';
import { useAnswer } from '../../../core/engine/use-answer.ts';
import { useScenario } from '../../../core/store/scenario-store.ts';
import { Dialog } from '../../../core/ui/dialog.tsx';
import { closeDialog } from '../../../core/ui/open-dialog.ts';
import { words } from '../../../core/words/language.ts';
import { previewNotes, versionName } from '../../../core/words/version-words.ts';
import { isBlank } from '../selected.ts';
import { EachVersion } from './each-version.tsx';

/** The dialog that lists the steps which another version of Kubernetes answers differently, with both answers. */
export function VersionsDialog() {
  const isEmpty = useScenario((state) => isBlank(state.scenario));
  return (
    <Dialog title={words.versions.compare} className="versions" onClose={closeDialog}>
      <div className="dialog-scroll versions-body">{isEmpty ? <EachVersion /> : <Compared />}</div>
    </Dialog>
  );
}

/** The steps of the scenario that another version answers differently. */
function Compared() {
  const scenario = useScenario((state) => state.scenario);
  const version = versionOf(scenario);
  const others = playedVersions.filter((each) => each !== version);
  const [chosen, setChosen] = useState<PlayedVersion>();
  const other = chosen !== undefined && others.includes(chosen) ? chosen : firstOf(version);
  const here = useAnswer({ kind: 'step-answers', kubernetes: version });
  const there = useAnswer({ kind: 'step-answers', kubernetes: other });
  const different = useMemo(
    () => here.answer && there.answer && differentSteps(here.answer, there.answer),
    [here.answer, there.answer],
  );
  const failure = here.failure ?? there.failure;
  const all = scenario.steps.length;
  const note = previewNotes([version, other]);
  return (
    <>
      <p className="versions-bar">
        <b>{words.page.playedOn({ version: versionName(version) })}</b>
        <label>
          {words.versions.compareWith}{' '}
          <select
            data-first-focus
            value={other}
            onChange={({ target }) => setChosen(others.find((each) => each === target.value))}
          >
            {others
              .filter((each) => !isPatchRelease(each))
              .map((each) => (
                <option key={each} value={each}>
                  {versionName(each)}
                </option>
              ))}
            {kubernetesVersions.toReversed().map((minor) => (
              <optgroup key={minor} label={words.versions.releasesOf({ version: minor })}>
                {patchesOf(minor)
                  .filter((each) => others.includes(each))
                  .map((each) => (
                    <option key={each} value={each}>
                      {versionName(each)}
                    </option>
                  ))}
              </optgroup>
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
      {note !== '' && <p>{note}</p>}
      {different?.map((step) => (
        <StepDifference key={step.stepId} step={step} versions={[version, other]} />
      ))}
    </>
  );
}

/**
 * Returns the version to compare with first: of a release its minor version, else the default version, or the newest that
 * is released where the scenario has the default.
 */
function firstOf(version: PlayedVersion): PlayedVersion {
  if (isPatchRelease(version)) return minorVersionOf(version);
  return version === defaultVersion ? newestVersion : defaultVersion;
}

interface StepDifferenceProps {
  readonly step: DifferentStep;
  readonly versions: readonly [PlayedVersion, PlayedVersion];
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

/** A step that two versions answer differently: what each says, and the lines in which the objects differ. */
export interface DifferentStep {
  readonly stepId: string;
  readonly here: StepAnswer;
  readonly there: StepAnswer;
  /** The lines of both objects around what differs; empty where they are the same. */
  readonly lines: readonly ObjectLine[];
}

/** A line of either object. A gap stands for lines that are the same and were left out. */
export type ObjectLine =
  | { readonly kind: 'line'; readonly sign: ' ' | '-' | '+'; readonly text: string }
  | { readonly kind: 'gap'; readonly lines: number };

/** Lines shown around what differs. */
const context = 2;

/** The steps that two versions answer differently. Both lists are of the same scenario, in the order of its steps. */
export function differentSteps(here: readonly StepAnswer[], there: readonly StepAnswer[]): readonly DifferentStep[] {
  return here.flatMap((answer, index) => {
    const other = there[index];
    if (other === undefined || JSON.stringify(answer) === JSON.stringify(other)) return [];
    return [{ stepId: answer.stepId, here: answer, there: other, lines: differentLines(answer.object, other.object) }];
  });
}

/** The lines of two texts around what differs, those of the first before those of the second. */
export function differentLines(before: string, after: string): readonly ObjectLine[] {
  if (before === after) return [];
  const [old, next] = [linesOf(before), linesOf(after)];
  const named = (lines: readonly string[]) => lines.map((text) => ({ key: text, name: '' }));
  const lines = alignLines(named(old), named(next)).flatMap(({ before: a, after: b, same }): ObjectLine[] => {
    if (same && a !== undefined) return [{ kind: 'line', sign: ' ', text: old[a] ?? '' }];
    return [
      ...(a === undefined ? [] : [{ kind: 'line', sign: '-', text: old[a] ?? '' } as const]),
      ...(b === undefined ? [] : [{ kind: 'line', sign: '+', text: next[b] ?? '' } as const]),
    ];
  });
  return withGaps(lines);
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.trimEnd().split('\n');
}

function withGaps(lines: readonly ObjectLine[]): readonly ObjectLine[] {
  const differs = lines.map((line) => line.kind === 'line' && line.sign !== ' ');
  const near = lines.map((_, index) => differs.slice(Math.max(0, index - context), index + context + 1).includes(true));
  const shown: ObjectLine[] = [];
  for (const [index, line] of lines.entries()) {
    const last = shown.at(-1);
    if (near[index]) shown.push(line);
    else if (last?.kind === 'gap') shown[shown.length - 1] = { kind: 'gap', lines: last.lines + 1 };
    else shown.push({ kind: 'gap', lines: 1 });
  }
  return shown;
}
