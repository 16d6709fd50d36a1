import './ask.css';
import { useState } from 'react';
import { useAnswer } from '../../../core/engine/use-answer.ts';
import { useScenario } from '../../../core/store/scenario-store.ts';
import { Dialog } from '../../../core/ui/dialog.tsx';
import { closeDialog } from '../../../core/ui/open-dialog.ts';
import { Tabs } from '../../../core/ui/tabs.tsx';
import { words } from '../../../core/words/language.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import { AskAll } from './ask-all.tsx';
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

const tabs = ['thisStep', 'allSteps'] as const;

/** The dialog *Ask the cluster*: the requests of the selected step, or those of all steps, as dry runs. */
export function AskClusterDialog() {
  const said = laterWords.clusterAsk;
  const selected = useScenario((state) => state.selected);
  const [open, setOpen] = useState<(typeof tabs)[number]>('thisStep');
  return (
    <Dialog title={said.title} className="ask-cluster" onClose={closeDialog}>
      <Tabs
        label={said.tabs}
        className="tabs ask-tabs"
        panelClassName="dialog-scroll ask-body"
        tabs={tabs.map((name) => ({ name, text: said[name] }))}
        open={open}
        onOpen={setOpen}
      >
        {open === 'thisStep' ? selected !== undefined && <AskStep key={selected} stepId={selected} /> : <AskAll />}
      </Tabs>
    </Dialog>
  );
}
