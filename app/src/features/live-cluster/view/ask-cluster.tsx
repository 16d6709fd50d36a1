import './ask.css';
import { useState } from 'react';
import { useScenario } from '../../../core/store/scenario-store.ts';
import { Dialog } from '../../../core/ui/dialog.tsx';
import { closeDialog } from '../../../core/ui/open-dialog.ts';
import { Tabs } from '../../../core/ui/tabs.tsx';
import { laterWords } from '../../../core/words/later-words.ts';
import { AskAll } from './ask-all.tsx';
import { AskStep } from './ask-step.tsx';

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
