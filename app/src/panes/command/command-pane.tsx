import {
  type CommandStep,
  type CommandView,
  type ConflictView,
  editorFile,
  inputFile,
  type Step,
  withSettings,
} from '@managed-fields/scenario';
import { useMemo, useState } from 'react';
import { LongText } from '../../editor/long-text.tsx';
import { PlainEditor } from '../../editor/plain-editor.tsx';
import { TextEditor } from '../../editor/text-editor.tsx';
import { laterWords } from '../../language/later-words.ts';
import { edit, typed, typedFile, useScenario } from '../../store/scenario-store.ts';
import { lineNotes } from '../../view-models/notes.ts';
import { fitsTextArea } from '../../view-models/text-area.ts';
import { useDark } from '../components/media.ts';
import { type Selected, useReasonPlace } from '../components/screen.ts';
import { Tabs } from '../components/tabs.tsx';
import { Terminal } from '../components/terminal.tsx';
import { filesOf, freeFileName } from '../steps/new-step.ts';

interface CommandPaneProps {
  readonly selected: Selected;
  /** A plain text area in place of the editor, for phones. */
  readonly plain: boolean;
}

/** The pane of a kubectl command: its line, its files, and what the terminal shows. */
export function CommandPane({ selected: { step, view }, plain }: CommandPaneProps) {
  if (step.kind !== 'kubectl') return null;
  return (
    <>
      {fitsTextArea(step.text) ? (
        <CommandLine step={step} />
      ) : (
        <LongText label={laterWords.command.commandLine} text={step.text} />
      )}
      <Files step={step} command={view?.command} conflict={view?.conflict} plain={plain} />
      {view?.conflict === undefined ? (
        <ReasonTerminal stepId={step.id} command={view?.command} />
      ) : (
        <Terminal command={view.command} />
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
        rows={Math.min(6, Math.max(step.text.split('\n').length, Math.ceil(step.text.length / 66)))}
        placeholder="kubectl apply -f web.yaml"
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        onChange={({ target }) => typed(step.id, target.value)}
      />
    </label>
  );
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

interface FilesProps {
  readonly step: CommandStep;
  readonly command: CommandView | undefined;
  readonly conflict: ConflictView | undefined;
  readonly plain: boolean;
}

function Files({ step, command, conflict, plain }: FilesProps) {
  const { scenario, outside, opened } = useScenario();
  const dark = useDark();
  const [picked, setPicked] = useState<string>();
  const files = filesOf(scenario, step.id);
  const names = Object.keys(files);
  const name = names.find((each) => each === picked) ?? fileToShow(step, names);
  const text = name === undefined ? '' : (files[name] ?? '');
  const problems = command?.fileProblems.find(({ file }) => file === name)?.problems ?? noProblems;
  const notes = useMemo(() => lineNotes(text, problems, conflict, name), [text, problems, conflict, name]);
  const ownFiles = step.files ?? {};
  const own = name !== undefined && Object.hasOwn(ownFiles, name);
  const add = (wanted: string) => {
    typedFile(step.id, wanted, '');
    setPicked(wanted);
  };
  const remove = () => {
    const rest = Object.entries(ownFiles).filter(([each]) => each !== name);
    edit((before) =>
      withSettings(before, step.id, { files: rest.length === 0 ? undefined : Object.fromEntries(rest) }),
    );
  };
  const shared =
    name === undefined
      ? undefined
      : {
          stepId: `${step.id} ${name}`,
          outside,
          text,
          label: laterWords.command.fileLabel(name),
          placeholder: laterWords.command.emptyFile,
          onText: (_: string, text: string) => typedFile(step.id, name, text),
        };
  return (
    <Tabs
      label={laterWords.command.files}
      className="file-tabs"
      panelClassName="file-panel"
      tabs={names.map((each, index) => {
        const own = Object.hasOwn(ownFiles, each);
        return {
          name: String(index),
          text:
            each === inputFile
              ? laterWords.command.standardInput
              : each === editorFile
                ? laterWords.command.editedText
                : each,
          className: own ? undefined : 'file-inherited',
          title: own ? undefined : laterWords.command.fileFromBefore,
        };
      })}
      open={String(names.indexOf(name ?? ''))}
      onOpen={(index) => setPicked(names[Number(index)])}
      acts={
        <>
          <span className="grow" />
          {own && (
            <button type="button" className="btn btn-small" onClick={remove}>
              {laterWords.command.removeFile}
            </button>
          )}
          <button type="button" className="btn btn-small" onClick={() => add(freeFileName(names))}>
            {laterWords.command.addFile}
          </button>
        </>
      }
    >
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

const noProblems: readonly never[] = [];

function ignore(): void {}
