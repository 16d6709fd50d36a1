import type { CommandView } from '@managed-fields/player';
import type { Step } from '@managed-fields/scenario';
import { useState } from 'react';
import { LongText } from '../../../core/editor/plain-editor.tsx';
import { typed } from '../../../core/store/scenario-store.ts';
import { Terminal } from '../../../core/ui/terminal.tsx';
import { fitsTextArea } from '../../../core/view-models/text-area.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import { useReasonPlace } from '../look.ts';
import type { Selected } from '../selected.ts';
import { CommandFiles } from './command-files.tsx';
import { CommandNotes } from './command-notes.tsx';

interface CommandPaneProps {
  readonly selected: Selected;
  /** A plain text area in place of the editor, for phones. */
  readonly plain: boolean;
}

/** The pane of a kubectl command: its line, its files, and what the terminal shows. */
export function CommandPane({ selected: { step, view }, plain }: CommandPaneProps) {
  const [picked, setPicked] = useState<string>();
  if (step.kind !== 'kubectl') return null;
  const command = view?.command;
  return (
    <>
      {fitsTextArea(step.text) ? (
        <CommandLine step={step} />
      ) : (
        <LongText
          key={step.id}
          label={laterWords.command.commandLine}
          text={step.text}
          onText={(text) => typed(step.id, text)}
        />
      )}
      {command !== undefined && <CommandNotes step={step} command={command} onPick={setPicked} />}
      <CommandFiles
        step={step}
        command={command}
        conflict={view?.conflict}
        plain={plain}
        picked={picked}
        onPick={setPicked}
      />
      {view?.conflict === undefined ? (
        <ReasonTerminal stepId={step.id} command={command} />
      ) : (
        <Terminal command={command} />
      )}
    </>
  );
}

/** The terminal where it is what says why the command failed. */
function ReasonTerminal({ stepId, command }: { readonly stepId: string; readonly command: CommandView | undefined }) {
  const place = useReasonPlace(stepId);
  return <Terminal command={command} ref={place} />;
}

function CommandLine({ step }: { readonly step: Step }) {
  return (
    <label className="command-line">
      <span aria-hidden="true">$</span>
      <textarea
        aria-label={laterWords.command.commandLine}
        value={step.text}
        rows={Math.min(12, Math.max(step.text.split('\n').length, Math.ceil(step.text.length / 66)))}
        placeholder="kubectl apply -f web.yaml"
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        onChange={({ target }) => typed(step.id, target.value)}
      />
    </label>
  );
}
