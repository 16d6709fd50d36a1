import type { ManagerView, SentRequestView } from '@managed-fields/player';
import { identityOf, overlay, type Palette } from '@managed-fields/rendering';
import { programTitles } from '@managed-fields/tools/programs';
import { useMemo, useState } from 'react';
import type { Pointed } from '../../../core/code-view/code-view.tsx';
import { VisibleText } from '../../../core/code-view/visible-text.tsx';
import { Code } from '../../../core/ui/code.tsx';
import { CopyButton } from '../../../core/ui/copy-button.tsx';
import { MarkChip, usePalette } from '../../../core/ui/manager-colours.tsx';
import { requestLine } from '../../../core/view-models/request-line.ts';
import { words } from '../../../core/words/language.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import { HoverCard } from '../field/hover-card.tsx';
import { AdmissionStages } from '../result/admission-view.tsx';
import { Legend } from '../result/legend.tsx';
import type { ResultViewProps } from '../shown.ts';
import { RequestStrip } from '../step/request-strip.tsx';

/**
 * The view of the requests of a command or a tool, in order. One is open, with its body, the answer, and the object after
 * it.
 */
export function RequestsView({ sent, tool, shown }: ResultViewProps) {
  if (sent === undefined) return null;
  return (
    <Requests
      key={shown.place}
      stepId={shown.stepId}
      requests={sent.requests}
      before={sent.managersBefore}
      tool={tool && programTitles[tool.name]}
    />
  );
}

interface RequestsProps {
  readonly stepId: string;
  readonly requests: readonly SentRequestView[];
  /** The managers before the first request. */
  readonly before: readonly ManagerView[];
  /** What the tool that sent them is called; undefined for a command. */
  readonly tool: string | undefined;
}

function Requests({ stepId, requests, before, tool }: RequestsProps) {
  const colours = usePalette();
  const lastWrite = requests.findLastIndex(({ request }) => request.method !== 'GET');
  const [open, setOpen] = useState(Math.max(lastWrite, 0));
  const shown = requests[open];
  if (requests.length === 0)
    return (
      <p className="pane-empty">
        {tool === undefined ? laterWords.command.noRequests : laterWords.forecast.step.sentBy({ tool, count: 0 })}
      </p>
    );
  return (
    <div className="requests">
      {before.length > 0 && (
        <div className="request-before">
          {laterWords.command.before}
          <Entries managers={before} colours={colours} />
        </div>
      )}
      <ol className="request-list" aria-label={laterWords.command.requests}>
        {requests.map(({ request, code, manager, result, purpose }, index) => (
          <li key={index}>
            <button type="button" aria-current={index === open} onClick={() => setOpen(index)}>
              <code>{requestLine(request)}</code>
              {manager !== undefined && (
                <span className="owner">
                  <MarkChip mark={colours.of(manager)} />
                  {manager}
                </span>
              )}
              <span className={`badge ${code < 400 ? 'badge-changed' : 'badge-error'}`}>{code}</span>
            </button>
            {tool !== undefined && purpose !== undefined && (
              <p className="request-purpose">{laterWords.forecast.purposes[purpose]({ tool })}</p>
            )}
            {request.method !== 'GET' && code < 400 && <Entries managers={result?.managers ?? []} colours={colours} />}
          </li>
        ))}
      </ol>
      {shown !== undefined && <RequestStrip stepId={stepId} request={shown.request} place={open} />}
      {shown !== undefined && <OpenRequest key={open} sent={shown} colours={colours} />}
    </div>
  );
}

/** Lists the entries of managedFields on one line, with the number of fields that each owns. */
function Entries({ managers, colours }: { readonly managers: readonly ManagerView[]; readonly colours: Palette }) {
  return (
    <p className="request-managers">
      {managers.map((manager) => (
        <span key={identityOf(manager)}>
          <MarkChip mark={colours.ofOwner(manager)} />
          <VisibleText text={manager.manager} /> <VisibleText text={words.field.ownerKind(manager)} /> ·{' '}
          {manager.fieldCount}
        </span>
      ))}
    </p>
  );
}

function OpenRequest({ sent, colours }: { readonly sent: SentRequestView; readonly colours: Palette }) {
  const { request, message, result } = sent;
  const [closed, setClosed] = useState(true);
  const [pointed, setPointed] = useState<Pointed>();
  const drawn = useMemo(() => result && overlay(result, colours), [result, colours]);
  const fold = result?.managedFields && {
    range: result.managedFields,
    closed,
    summary: words.result.foldedSentence(result.managers),
    toggle: () => setClosed(!closed),
  };
  return (
    <>
      {request.body !== undefined && (
        <section className="request-part" aria-label={laterWords.command.sent}>
          <h3>
            {laterWords.command.sent} <code>{request.contentType}</code>
            <span className="grow" />
            <CopyButton text={request.body} label={words.page.copy} />
          </h3>
          <Code label={laterWords.command.sent} text={request.body} annotated={undefined} overlay={undefined} />
        </section>
      )}
      {sent.admission.length > 0 && (
        <section className="request-part" aria-label={words.result.viewNames.admission}>
          <h3>{words.result.viewNames.admission}</h3>
          <AdmissionStages admission={sent.admission} />
        </section>
      )}
      <section className="request-part" aria-label={laterWords.command.answer}>
        <h3>
          {laterWords.command.answer} <code>{sent.code}</code>
        </h3>
        {message !== undefined && <code className="request-message">{message}</code>}
        {result !== undefined && (
          <>
            <Legend annotated={result} colours={colours} filter={all} onFilter={ignore} onPick={ignore} />
            <Code
              label={laterWords.command.objectAfter}
              text={result.text}
              annotated={result}
              overlay={drawn}
              fold={fold}
              onPoint={setPointed}
            />
            {pointed !== undefined && <HoverCard annotated={result} colours={colours} pointed={pointed} />}
          </>
        )}
      </section>
    </>
  );
}

const all = { kind: 'all' } as const;

function ignore(): void {}
