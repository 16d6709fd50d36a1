import type { SentView, ToolView } from '@managed-fields/player';
import { programTitles } from '@managed-fields/tools/programs';
import { VisibleText } from '../../../core/code-view/visible-text.tsx';
import { requestLine } from '../../../core/view-models/request-line.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import './tool.css';

/** How many requests, and ends of objects, are listed; the view of the requests has all. */
const most = 100;

interface ToolRunProps {
  readonly tool: ToolView;
  readonly sent: SentView | undefined;
}

/** What a deploy tool sends and how it ends for each object, in a line that opens. */
export function ToolRun({ tool: { name, notes, ends }, sent }: ToolRunProps) {
  const tool = programTitles[name];
  const said = laterWords.forecast;
  const requests = sent?.requests ?? [];
  // The tool's own words say what failed.
  const told = ends.flatMap(({ object, end, message }) =>
    end === 'applied' || end === 'failed' ? [] : [{ object, end, message }],
  );
  return (
    <>
      {notes.map(({ option, value, why }) => (
        <p key={option} className="tool-note">
          {said.notes[why]({ option, value })}
        </p>
      ))}
      <details className="tool-run">
        <summary>{said.step.sentBy({ tool, count: requests.length })}</summary>
        <ol>
          {requests.slice(0, most).map(({ request, code, purpose }, index) => (
            <li key={index}>
              {purpose !== undefined && <span>{said.purposes[purpose]({ tool })}</span>}{' '}
              <code>
                <VisibleText text={requestLine(request)} />
              </code>{' '}
              <span className={`badge ${code < 400 ? 'badge-changed' : 'badge-error'}`}>{code}</span>
            </li>
          ))}
        </ol>
      </details>
      {told.length > 0 && (
        <ul className="tool-ends" aria-label={said.step.ends}>
          {told.slice(0, most).map(({ object, end, message }, index) => (
            <li key={index}>
              <b>
                <VisibleText text={object} />
              </b>{' '}
              {said.step.endNames[end]}
              {end === 'skipped' && message !== undefined && (
                <>
                  {' '}
                  <code>
                    <VisibleText text={message} />
                  </code>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
