import type { ErrorFacts, ErrorScenario, Joined } from '@managed-fields/reading';
import { toolOfMessage } from '@managed-fields/tools';
import { MoreItems, PathText, VisibleText } from '../../core/code-view/visible-text.tsx';
import { words } from '../../core/words/language.ts';
import { laterWords } from '../../core/words/later-words.ts';
import { ToolStrip } from '../scenario/conflict/tool-strip.tsx';
import { objectText } from './bring-plan.ts';

/** How many managers, fields and paths are listed; the page counts the others. */
const mostRows = 100;

interface ErrorReportProps {
  readonly facts: ErrorFacts;
  readonly scenario: ErrorScenario | undefined;
  /** The message together with the live object that it is about. */
  readonly joined: Joined | undefined;
  /** Objects beside the message become the steps, so that none are made of it. */
  readonly isBeside: boolean;
}

/** Explains an error text: what it means, who owns which fields, what can be done, and a scenario made of it. */
export function ErrorReport({ facts, scenario, joined, isBeside }: ErrorReportProps) {
  const { code, message, tool, managers, fields, data } = facts;
  const advice = laterWords.errors.advice(facts);
  return (
    <section className="error-report" aria-label={laterWords.errors.titles[code]}>
      <h3>{laterWords.errors.titles[code]}</h3>
      <p className="error-message">
        <code>
          <VisibleText text={message} />
        </code>
        {tool !== undefined && <small>{laterWords.errors.fromTool(tool)}</small>}
      </p>
      <p>{laterWords.errors.explanation(facts)}</p>
      {data['cut'] === 'true' && <p className="bring-problem">{laterWords.errors.cutOff}</p>}
      {managers.length > 0 && <Managers managers={managers} />}
      {managers.length === 0 && fields.length > 1 && (
        <ul className="error-fields">
          {fields.slice(0, mostRows).map(({ path, detail }) => (
            <li key={`${path} ${detail}`}>
              <code>
                <PathText path={path} />
              </code>{' '}
              <VisibleText text={detail} />
            </li>
          ))}
        </ul>
      )}
      {managers.length === 0 && <MoreItems count={fields.length - mostRows} />}
      {advice.length > 0 && (
        <ul className="error-advice">
          {advice.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {code === 'conflict' && <ToolStrip of={toolOfMessage(tool)} stepId={undefined} />}
      {(joined !== undefined || !isBeside) && <h3>{laterWords.errors.scenarioTitle}</h3>}
      {joined !== undefined ? (
        <JoinedReport joined={joined} />
      ) : isBeside ? null : scenario === undefined ? (
        <p>{laterWords.errors.noScenario}</p>
      ) : (
        <MadeScenario scenario={scenario} />
      )}
    </section>
  );
}

/** Says which live object a conflict was joined with, and whether the steps end in it. */
export function JoinedReport({ joined }: { readonly joined: Joined }) {
  const object = objectText(joined.object);
  const place = joined.kind === 'pasted' ? 1 : joined.place;
  return (
    <>
      <p>
        <VisibleText text={laterWords.bring.joinedSentence(joined, object, place)} />
      </p>
      <p>
        <VisibleText text={laterWords.bring.joinedEnd(joined)} />
      </p>
    </>
  );
}

function Managers({ managers }: Pick<ErrorFacts, 'managers'>) {
  const meanings: Readonly<Record<string, string>> = laterWords.managers.meanings;
  return (
    <table className="error-managers">
      <thead>
        <tr>
          <th>{laterWords.errors.manager}</th>
          <th>{laterWords.errors.fields}</th>
        </tr>
      </thead>
      <tbody>
        {managers.slice(0, mostRows).map((each) => (
          <tr key={`${each.manager} ${each.operation} ${each.subresource} ${each.apiVersion}`}>
            <td>
              <b>
                <VisibleText text={each.manager} />
              </b>
              <small>{laterWords.errors.ownerSentence(each)}</small>
              {Object.hasOwn(meanings, each.manager) && <small>{meanings[each.manager]}</small>}
            </td>
            <td>
              {each.paths.slice(0, mostRows).map((path) => (
                <code key={path}>
                  <PathText path={path} />
                </code>
              ))}
              <MoreItems count={each.paths.length - mostRows} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function MadeScenario({
  scenario: { steps, kind, guessed, placeholder, reproduced },
}: {
  readonly scenario: ErrorScenario;
}) {
  return (
    <>
      <ol className="error-steps">
        {steps.map((step, index) => (
          <li key={index}>
            {words.steps.kindNames[step.kind]}
            {'manager' in step && ` · ${step.manager}`}
          </li>
        ))}
      </ol>
      <p>
        {laterWords.errors.kindSentence({ kind })} {guessed && laterWords.errors.guessed}{' '}
        {placeholder && laterWords.errors.placeholder}
      </p>
      <p>
        {reproduced ? laterWords.errors.reproduced : laterWords.errors.notReproduced}{' '}
        {reproduced && laterWords.errors.complete}
      </p>
    </>
  );
}
