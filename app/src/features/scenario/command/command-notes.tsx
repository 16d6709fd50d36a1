import { type CommandView, inputInLine, withFile, withInputAsFile } from '@managed-fields/player';
import { type CommandStep, editorFile, inputFile } from '@managed-fields/scenario';
import type { ReactNode } from 'react';
import { VisibleText } from '../../../core/code-view/visible-text.tsx';
import { edit } from '../../../core/store/scenario-store.ts';
import { laterWords } from '../../../core/words/later-words.ts';

interface CommandNotesProps {
  readonly step: CommandStep;
  readonly command: CommandView;
  /** Shows a file. */
  readonly onPick: (name: string) => void;
}

/** Says what a command lacks, and offers to add it: a file, its standard input, the text after editing. */
export function CommandNotes({ step, command, onPick }: CommandNotesProps) {
  const { missing, opened, variables } = command;
  const add = (name: string, text: string) => {
    edit((before) => withFile(before, step.id, name, text));
    onPick(name);
  };
  const isEdited = Object.hasOwn(step.files ?? {}, editorFile);
  return (
    <>
      {missing.slice(0, mostNotes).map((name) =>
        name === inputFile ? (
          <Note key={name} act={laterWords.command.writeInput} onAct={() => add(name, '')}>
            {laterWords.command.missingInput}
          </Note>
        ) : (
          <Note key={name} act={laterWords.command.addMissing} onAct={() => add(name, '')}>
            {laterWords.command.missingFile}{' '}
            <code>
              <VisibleText text={name} />
            </code>
          </Note>
        ),
      )}
      {opened !== undefined && !isEdited && (
        <Note act={laterWords.command.edit} onAct={() => add(editorFile, opened)}>
          {laterWords.command.opened}
        </Note>
      )}
      {inputInLine(step.text) !== undefined && (
        <Note
          act={laterWords.command.takeOut}
          onAct={() => {
            edit((before) => withInputAsFile(before, step.id));
            onPick(inputFile);
          }}
        >
          {laterWords.command.inLine}
        </Note>
      )}
      {variables.length > 0 && (
        <Note>
          {laterWords.command.variablesStay}{' '}
          <code>
            <VisibleText text={variables.slice(0, mostNotes).join(' ')} />
          </code>
        </Note>
      )}
    </>
  );
}

const mostNotes = 5;

interface NoteProps {
  readonly act?: string;
  readonly onAct?: () => void;
  readonly children: ReactNode;
}

function Note({ act, onAct, children }: NoteProps) {
  return (
    <div className="warn-strip command-note" role="note">
      <span>{children}</span>
      {act !== undefined && (
        <button type="button" className="btn btn-small" onClick={onAct}>
          {act}
        </button>
      )}
    </div>
  );
}
