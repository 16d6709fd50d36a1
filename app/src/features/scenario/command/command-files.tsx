import {
  type CommandView,
  type ConflictView,
  filesOf,
  withFile,
  withFileRenamed,
  withoutFile,
} from '@managed-fields/player';
import { type CommandStep, editorFile, inputFile } from '@managed-fields/scenario';
import { useEffect, useMemo, useRef, useState } from 'react';
import { lineNotes } from '../../../core/code-view/notes.ts';
import { VisibleText } from '../../../core/code-view/visible-text.tsx';
import { PlainEditor } from '../../../core/editor/plain-editor.tsx';
import { TextEditor } from '../../../core/editor/text-editor.tsx';
import { edit, typedFile, useScenario } from '../../../core/store/scenario-store.ts';
import { useDark } from '../../../core/ui/media.ts';
import { Tabs } from '../../../core/ui/tabs.tsx';
import { laterWords } from '../../../core/words/later-words.ts';
import { FileForm } from './file-form.tsx';

interface CommandFilesProps {
  readonly step: CommandStep;
  readonly command: CommandView | undefined;
  readonly conflict: ConflictView | undefined;
  readonly plain: boolean;
  /** The name of the file that somebody picked, and how another one is picked. */
  readonly picked: string | undefined;
  readonly onPick: (name: string) => void;
}

/** The files that a command can read, one of them in an editor: added, renamed and removed here. */
export function CommandFiles({ step, command, conflict, plain, picked, onPick }: CommandFilesProps) {
  const { scenario, outside, opened } = useScenario();
  const dark = useDark();
  const [naming, setNaming] = useState<'add' | 'rename'>();
  // What the step gives itself counts at once, and not when it was played.
  const files = { ...filesOf(scenario, step.id), ...command?.written, ...step.files };
  const names = Object.keys(files);
  const name = names.find((each) => each === picked) ?? fileToShow(step, names);
  const text = name === undefined ? '' : (files[name] ?? '');
  const problems = command?.fileProblems.find(({ file }) => file === name)?.problems ?? noProblems;
  const notes = useMemo(() => lineNotes(text, problems, conflict, name), [text, problems, conflict, name]);
  const own = Object.keys(step.files ?? {});
  const isOwn = name !== undefined && own.includes(name);
  const acts = useRef<HTMLDivElement>(null);
  const wasNaming = useRef(false);
  useEffect(() => {
    // The form that had the focus is gone.
    if (wasNaming.current && naming === undefined) acts.current?.querySelector('button')?.focus();
    wasNaming.current = naming !== undefined;
  }, [naming]);
  const named = (wanted: string) => {
    if (naming === 'rename' && name !== undefined) edit((before) => withFileRenamed(before, step.id, name, wanted));
    // What comes from a command before begins as it is there.
    else edit((before) => withFile(before, step.id, wanted, files[wanted] ?? ''));
    onPick(wanted);
    setNaming(undefined);
  };
  const shared =
    name === undefined
      ? undefined
      : {
          stepId: `${step.id} ${name}`,
          outside,
          text,
          label: laterWords.command.fileLabel({ name: shownName(name) }),
          placeholder: laterWords.command.emptyFile,
          onText: (_: string, text: string) => typedFile(step.id, name, text),
        };
  return (
    <Tabs
      label={laterWords.command.files}
      className="file-tabs"
      panelClassName="file-panel"
      tabs={names.map((each, index) => ({
        name: String(index),
        text: <VisibleText text={shownName(each)} />,
        className: own.includes(each) ? undefined : 'file-inherited',
      }))}
      open={String(names.indexOf(name ?? ''))}
      onOpen={(index) => {
        const opened = names[Number(index)];
        if (opened !== undefined) onPick(opened);
        setNaming(undefined);
      }}
      acts={
        naming === undefined ? (
          <div className="file-acts" ref={acts}>
            <button type="button" className="btn btn-small" onClick={() => setNaming('add')}>
              {laterWords.command.addFile}
            </button>
            {isOwn && (
              <>
                <button type="button" className="btn btn-small" onClick={() => setNaming('rename')}>
                  {laterWords.command.renameFile}
                </button>
                <button
                  type="button"
                  className="btn btn-small"
                  onClick={() => edit((before) => withoutFile(before, step.id, name))}
                >
                  {laterWords.command.removeFile}
                </button>
              </>
            )}
          </div>
        ) : (
          <FileForm
            key={naming}
            name={naming === 'rename' ? (name ?? '') : freeFileName(names)}
            taken={naming === 'rename' ? own.filter((each) => each !== name) : own}
            action={naming === 'rename' ? laterWords.command.rename : laterWords.command.add}
            onName={named}
            onClose={() => setNaming(undefined)}
          />
        )
      }
    >
      {name !== undefined && !own.includes(name) && <p className="notice">{laterWords.command.fileFromBefore}</p>}
      {shared === undefined ? (
        <p className="pane-empty">{laterWords.command.noFiles}</p>
      ) : plain ? (
        <div className="editor">
          <PlainEditor {...shared} />
        </div>
      ) : (
        <TextEditor
          {...shared}
          opened={opened}
          annotated={undefined}
          overlay={undefined}
          notes={notes}
          problems={problems}
          fresh
          dark={dark}
          edited={{ stepId: step.id, file: name ?? '' }}
          onCaret={ignore}
        />
      )}
    </Tabs>
  );
}

/** A name in the words of people: the standard input and the text after editing are no files. */
export function shownName(name: string): string {
  if (name === inputFile) return laterWords.command.standardInput;
  return name === editorFile ? laterWords.command.editedText : name;
}

/** How many UTF-16 code units of a command are searched for names of files. */
const longestLine = 10_000;

/**
 * Returns the name of the file to show first: one that the command names, the own files of the step before those of
 * earlier steps.
 */
function fileToShow({ text, files = {} }: CommandStep, names: readonly string[]): string | undefined {
  const parts = text.slice(0, longestLine).split(/[\s=,'"]+/);
  const own = Object.keys(files);
  const all = [...own, ...names];
  return all.find((name) => parts.includes(name)) ?? all[0];
}

/** Returns a name for one more file. */
function freeFileName(taken: readonly string[]): string {
  for (let number = 1; ; number++) {
    const name = `file-${number}.yaml`;
    if (!taken.includes(name)) return name;
  }
}

const noProblems: readonly never[] = [];

function ignore(): void {}
