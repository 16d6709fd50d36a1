import { dryRunRequest, httpRequestOf } from '@managed-fields/live-cluster';
import { useEffect, useRef, useState } from 'react';
import { VisibleText } from '../../../core/code-view/visible-text.tsx';
import { useScenario } from '../../../core/store/scenario-store.ts';
import { CopyButton } from '../../../core/ui/copy-button.tsx';
import { words } from '../../../core/words/language.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import { type AskableRequest, type AskedOutcome, askRequest } from '../state/dry-run.ts';
import { OutcomeDetails, OutcomeSentence } from './ask-outcome.tsx';

interface AskRequestProps {
  readonly stepId: string;
  readonly request: AskableRequest;
}

/** A request as it goes out, the button that sends it, and the answer beside the prediction. */
export function AskRequest({ stepId, request }: AskRequestProps) {
  const said = laterWords.clusterAsk;
  const [outcome, setOutcome] = useState<AskedOutcome | 'asking'>();
  const asking = useRef<AbortController>(undefined);
  useEffect(() => () => asking.current?.abort(), []);
  const text = textOf(request);
  const ask = async () => {
    const control = new AbortController();
    asking.current = control;
    setOutcome('asking');
    setOutcome(await askRequest(useScenario.getState().scenario, stepId, request, control.signal));
  };
  return (
    <>
      <h3>{said.goesOut}</h3>
      {text === undefined ? (
        <p>{said.why.refused}</p>
      ) : (
        <>
          <div className="ask-text">
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys. */}
            <pre tabIndex={0}>
              <VisibleText text={text} />
            </pre>
            <CopyButton text={text} label={words.page.copy} />
          </div>
          {request.managerOfAgent !== undefined && (
            <p className="ask-note">
              <VisibleText text={said.ofAgent({ manager: request.managerOfAgent })} />
            </p>
          )}
          <p className="ask-note">
            {said.promise} {said.readsToo}
          </p>
          <p className="ask-acts">
            <button
              type="button"
              className="btn btn-primary"
              data-first-focus
              aria-disabled={outcome === 'asking'}
              onClick={() => outcome !== 'asking' && void ask()}
            >
              {outcome === undefined ? said.send : said.again}
            </button>
            {outcome === 'asking' && (
              <button type="button" className="btn" onClick={() => asking.current?.abort()}>
                {said.cancel}
              </button>
            )}
          </p>
        </>
      )}
      <div role="status" className="ask-status">
        {outcome === 'asking' && said.asking}
        {outcome !== undefined && outcome !== 'asking' && <OutcomeSentence outcome={outcome} />}
      </div>
      {outcome !== undefined && outcome !== 'asking' && (
        <OutcomeDetails stepId={stepId} request={request} outcome={outcome} />
      )}
    </>
  );
}

/** The request as it goes out: its line with the whole address, its headers, its body; undefined where it does not. */
function textOf(request: AskableRequest): string | undefined {
  const checked = httpRequestOf(dryRunRequest(request));
  if (checked.kind === 'refused') return undefined;
  const { method, address, headers, body = '' } = checked.request;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${location.origin}${address}`, ...lines, '', body].join('\n').trimEnd();
}
