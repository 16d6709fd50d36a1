import { useAnswer } from '../../../core/engine/use-answer.ts';
import { words } from '../../../core/words/language.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import { AskRequest } from './ask-request.tsx';

/** The requests of a step, each to be sent as a dry run; or why it has none. */
export function AskStep({ stepId }: { readonly stepId: string }) {
  const said = laterWords.clusterAsk;
  const { answer, failure } = useAnswer({ kind: 'dry-runs', stepId });
  if (answer === undefined) return <p>{failure === undefined ? words.page.working : said.unpredicted}</p>;
  if (answer.kind === 'nothing') return <p>{said.nothing[answer.why]}</p>;
  const { requests } = answer;
  return requests.map((request, place) => {
    const key = request.kind === 'delete' ? `${place} ${request.path}` : `${place} ${JSON.stringify(request)}`;
    return (
      <section key={key} className="ask-request" aria-label={said.requestOf(place + 1, requests.length)}>
        {requests.length > 1 && <h3>{said.requestOf(place + 1, requests.length)}</h3>}
        {request.kind === 'delete' ? <p>{said.isDelete}</p> : <AskRequest stepId={stepId} request={request} />}
      </section>
    );
  });
}
