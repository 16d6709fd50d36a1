import {
  defaultVersions,
  type ProgramName,
  programOptions,
  programTitles,
  type ToolOption,
} from '@managed-fields/tools/programs';
import { useId } from 'react';
import { VisibleText } from '../../core/code-view/visible-text.tsx';
import { FileButton } from '../../core/ui/file-button.tsx';
import { TermLabel } from '../../core/ui/term.tsx';
import { plainInput, ToolOptionInput } from '../../core/ui/tool-option.tsx';
import { laterWords } from '../../core/words/later-words.ts';
import {
  type AppliedBy,
  addPreviousFiles,
  changeOptions,
  changeTool,
  type ReleaseFile,
  setToolOption,
  settingsOf,
  useForecast,
} from './forecast-store.ts';

/** The tools in the order in which they are offered. */
const names = Object.keys(programTitles).filter((name): name is ProgramName => Object.hasOwn(programTitles, name));

/** The tools that keep what they applied last outside of the cluster. */
const stateful: ReadonlySet<ProgramName> = new Set(['terraform', 'pulumi']);

interface AppliedByFormProps {
  /** The managers that apply objects of the survey, those of the most objects first. */
  readonly appliers: readonly string[];
}

/** What applies the release, and what it is told: the settings of a tool by the names that it has for them. */
export function AppliedByForm({ appliers }: AppliedByFormProps) {
  const by = useForecast((state) => state.options.by);
  const said = laterWords.forecast;
  const choices: readonly AppliedBy[] = ['found', ...names, 'none'];
  return (
    <>
      <div className="forecast-row">
        <label>
          {said.appliedBy}{' '}
          <select
            value={by}
            onChange={({ target }) => changeOptions({ by: choices.find((each) => each === target.value) ?? by })}
          >
            {choices.map((each) => (
              <option key={each} value={each}>
                {each === 'found' ? said.foundTool : each === 'none' ? said.noTool : programTitles[each]}
              </option>
            ))}
          </select>
        </label>
      </div>
      {by === 'none' ? <ApplyForm appliers={appliers} /> : by === 'found' ? null : <ToolForm name={by} />}
    </>
  );
}

/** What each setting of an apply is about, by its key in the glossary. */
const termOf = { force: 'force', clientSide: 'clientSide', hooks: 'hook' } as const;

/** The settings of one server-side apply. */
function ApplyForm({ appliers }: AppliedByFormProps) {
  const options = useForecast((state) => state.options);
  const list = useId();
  const said = laterWords.forecast;
  return (
    <div className="forecast-row">
      <TermLabel term="manager">
        {said.manager}{' '}
        <input
          list={list}
          value={options.manager}
          placeholder={appliers[0] ?? 'kubectl'}
          {...plainInput}
          onChange={({ target }) => changeOptions({ manager: target.value })}
        />
        <datalist id={list}>
          {appliers.slice(0, 100).map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </TermLabel>
      {(['force', 'clientSide', 'hooks'] as const).map((name) => (
        <TermLabel key={name} term={termOf[name]}>
          <input
            type="checkbox"
            checked={options[name]}
            onChange={({ target }) => changeOptions({ [name]: target.checked })}
          />{' '}
          {said[name]}
        </TermLabel>
      ))}
    </div>
  );
}

/** The settings of one tool. */
function ToolForm({ name }: { readonly name: ProgramName }) {
  const settings = useForecast((state) => settingsOf(name, state));
  const said = laterWords.forecast;
  const options = programOptions[name].filter(({ sameAs }) => sameAs === undefined);
  const hint =
    name === 'helm'
      ? said.previousHint
      : stateful.has(name)
        ? said.stateHint({ tool: programTitles[name] })
        : undefined;
  const input = (option: ToolOption) => (
    <ToolOptionInput
      key={option.name}
      option={option}
      value={settings.options[option.name] ?? ''}
      onChange={(value) => setToolOption(name, option.name, value)}
    />
  );
  return (
    <fieldset className="forecast-tool">
      <legend>{said.toolSettings({ tool: programTitles[name] })}</legend>
      <div className="forecast-options">
        <label>
          <span>{said.version}</span>{' '}
          <input
            value={settings.version}
            placeholder={defaultVersions[name]}
            {...plainInput}
            onChange={({ target }) => changeTool(name, { version: target.value })}
          />
        </label>
        {options.filter(({ values }) => values !== 'truth').map(input)}
      </div>
      <div className="forecast-row">{options.filter(({ values }) => values === 'truth').map(input)}</div>
      {hint !== undefined && (
        <div className="forecast-row">
          <FileButton label={said.previous} onFiles={(files) => void addPreviousFiles(name, files)} />
          <FileChips
            files={settings.previous}
            onRemove={(removed) =>
              changeTool(name, { previous: settings.previous.filter((file) => file.name !== removed) })
            }
          />
          <small className="survey-soft">{hint}</small>
        </div>
      )}
    </fieldset>
  );
}

interface FileChipsProps {
  readonly files: readonly ReleaseFile[];
  readonly onRemove: (name: string) => void;
}

/** The files that were chosen, each with a button that takes it out. */
export function FileChips({ files, onRemove }: FileChipsProps) {
  return files.map(({ name }) => (
    <span key={name} className="forecast-file">
      <VisibleText text={name} />
      <button type="button" aria-label={laterWords.forecast.removeFile({ name })} onClick={() => onRemove(name)}>
        ×
      </button>
    </span>
  ));
}
