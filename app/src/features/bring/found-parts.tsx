import type { AnyStep, NewStep, StepKind } from '@managed-fields/scenario';
import type { ReactNode } from 'react';
import { MoreItems, VisibleText } from '../../core/code-view/visible-text.tsx';
import { words } from '../../core/words/language.ts';
import { laterWords } from '../../core/words/later-words.ts';
import { type Choices, objectText, type Part } from './bring-plan.ts';

interface FoundPartsProps {
  readonly parts: readonly Part[];
  readonly choices: Choices;
  /** How many of the objects were items of lists. */
  readonly listed: number;
  readonly onChoose: (key: string, kind: StepKind | undefined) => void;
}

/** How many parts are listed; the page counts the others, and adds them all the same. */
const mostParts = 300;

/** Lists what was found, a row each, with a choice of what it becomes. Names also what is left out. */
export function FoundParts({ parts, choices, listed, onChoose }: FoundPartsProps) {
  const objects = parts.filter(({ what }) => what.kind === 'object').length;
  const requests = parts.filter(({ what }) => what.kind === 'request').length;
  return (
    <div className="bring-found">
      {objects + requests > 1 && <p>{laterWords.bring.countSentence(objects, requests, listed)}</p>}
      <table>
        <thead className="hidden-text">
          <tr>
            <th>{laterWords.bring.part}</th>
            <th>{laterWords.bring.becomes}</th>
          </tr>
        </thead>
        <tbody>
          {parts.slice(0, mostParts).map((part) => (
            <tr key={part.key}>
              <td>
                <PartText part={part} />
              </td>
              <td>
                <KindChoice
                  part={part}
                  kind={choices.has(part.key) ? choices.get(part.key) : part.preset}
                  onChoose={(kind) => onChoose(part.key, kind)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <MoreItems count={parts.length - mostParts} />
    </div>
  );
}

function PartText({ part: { what } }: { readonly part: Part }): ReactNode {
  if (what.kind === 'object') {
    const { apiVersion, nature, hasManagedFields, obstacle } = what.object;
    return (
      <>
        <b>
          <VisibleText text={objectText(what.object)} />
        </b>{' '}
        <code>
          <VisibleText text={apiVersion} />
        </code>
        <small>
          {obstacle === undefined ? laterWords.bring.natures[nature] : laterWords.bring.obstacles[obstacle]}
          {nature === 'live' &&
            ` · ${hasManagedFields ? laterWords.bring.withManagedFields : laterWords.bring.withoutManagedFields}`}
        </small>
      </>
    );
  }
  if (what.kind === 'other') {
    const [first = ''] = what.other.text.trim().split('\n');
    return (
      <>
        <code>{first.slice(0, 80)}</code>
        <small>{laterWords.bring.otherSentence(what.other)}</small>
      </>
    );
  }
  const { reading } = what;
  if (reading.kind === 'refused') return <small>{laterWords.bring.refusalSentence(reading)}</small>;
  return (
    <>
      <RequestText step={reading.step} />
      {reading.problems.map((problem) => (
        <small key={`${problem.code} ${JSON.stringify(problem.data)}`}>
          {laterWords.bring.problemSentence(problem)}
        </small>
      ))}
    </>
  );
}

/** Names a request by its command, or by kind, manager and object. */
function RequestText({ step }: { readonly step: NewStep }) {
  if (step.kind === 'kubectl')
    return (
      <code>
        <VisibleText text={step.text} />
      </code>
    );
  const { object: named, manager, userAgent }: Omit<AnyStep, 'id'> = step;
  const object = named === undefined ? '' : ` · ${named.kind} ${named.name}`;
  const by = manager ?? userAgent;
  return (
    <b>
      {words.steps.kindNames[step.kind]}
      {by === undefined ? '' : ` · ${by}`}
      <VisibleText text={object} />
    </b>
  );
}

interface KindChoiceProps {
  readonly part: Part;
  readonly kind: StepKind | undefined;
  readonly onChoose: (kind: StepKind | undefined) => void;
}

function KindChoice({ part: { kinds }, kind, onChoose }: KindChoiceProps) {
  if (kinds.length === 0) return <span className="bring-out">{laterWords.bring.leaveOut}</span>;
  return (
    <select
      aria-label={laterWords.bring.becomes}
      value={kind ?? ''}
      onChange={({ target }) => onChoose(kinds.find((each) => each === target.value))}
    >
      {kinds.map((each) => (
        <option key={each} value={each}>
          {words.steps.kindNames[each]}
        </option>
      ))}
      <option value="">{laterWords.bring.leaveOut}</option>
    </select>
  );
}
