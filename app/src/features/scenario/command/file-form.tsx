import { type FileNameProblem, fileNameProblem } from '@managed-fields/player';
import { editorFile, inputFile } from '@managed-fields/scenario';
import { useId, useState } from 'react';
import { laterWords } from '../../../core/words/later-words.ts';

interface FileFormProps {
  /** The name that the form begins with. */
  readonly name: string;
  /** The names that cannot be taken again. */
  readonly taken: readonly string[];
  /** What the button says that takes the name. */
  readonly action: string;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

/** What a text of a command is: a file with a name, its standard input, or the text after editing. */
type Role = 'file' | typeof inputFile | typeof editorFile;

/** The form that names a file of a command, or makes it the standard input or the text after editing. */
export function FileForm({ name, taken, action, onName, onClose }: FileFormProps) {
  const [role, setRole] = useState<Role>(name === inputFile || name === editorFile ? name : 'file');
  const [typed, setTyped] = useState(role === 'file' ? name : '');
  const [problem, setProblem] = useState<FileNameProblem | 'taken'>();
  const said = useId();
  const wanted = role === 'file' ? typed.trim() : role;
  return (
    <form
      className="file-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const found = role === 'file' ? fileNameProblem(wanted) : undefined;
        const reason = found ?? (taken.includes(wanted) ? 'taken' : undefined);
        setProblem(reason);
        if (reason === undefined) onName(wanted);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <label>
        {laterWords.command.fileRole}
        <select
          value={role}
          onChange={({ target }) => {
            setRole(roles.find((each) => each === target.value) ?? 'file');
            setProblem(undefined);
          }}
        >
          <option value="file">{laterWords.command.file}</option>
          <option value={inputFile}>{laterWords.command.standardInput}</option>
          <option value={editorFile}>{laterWords.command.editedText}</option>
        </select>
      </label>
      {role === 'file' && (
        <label>
          {laterWords.command.fileName}
          <input
            type="text"
            value={typed}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            aria-invalid={problem !== undefined}
            aria-describedby={problem && said}
            // biome-ignore lint/a11y/noAutofocus: somebody asked to type here.
            autoFocus
            onFocus={({ target }) => target.select()}
            onChange={({ target }) => {
              setTyped(target.value);
              setProblem(undefined);
            }}
          />
        </label>
      )}
      <span className="file-form-acts">
        <button type="submit" className="btn btn-small">
          {action}
        </button>
        <button type="button" className="btn btn-small" onClick={onClose}>
          {laterWords.command.cancel}
        </button>
      </span>
      {problem !== undefined && (
        <p id={said} className="file-form-problem" role="alert">
          {laterWords.command.nameProblems[problem]}
        </p>
      )}
    </form>
  );
}

const roles = ['file', inputFile, editorFile] as const satisfies readonly Role[];
