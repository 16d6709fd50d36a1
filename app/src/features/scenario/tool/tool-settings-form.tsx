import { type ToolSettings, type ToolStep, withSettings } from '@managed-fields/scenario';
import { defaultVersions, type ProgramName, programOptions, programTitles } from '@managed-fields/tools/programs';
import { edit } from '../../../core/store/scenario-store.ts';
import { plainInput, ToolOptionInput } from '../../../core/ui/tool-option.tsx';
import { laterWords } from '../../../core/words/later-words.ts';
import './tool.css';

/** The tools in the order in which they are offered. */
const names = Object.keys(programTitles).filter(isProgram);

/** The options without which a tool does not know what it works on, where no live object tells. */
const needed: ReadonlySet<string> = new Set(['release', 'application', 'kustomization', 'helmrelease']);

/** The tools that keep what they applied in a state of their own, which no cluster has. */
const stateful: ReadonlySet<string> = new Set(['terraform', 'pulumi']);

/** The deploy tool of a step, its version, and its settings by the names that it has for them. */
export function ToolSettingsForm({ step }: { readonly step: ToolStep }) {
  const tool = step.tool ?? { name: '' };
  const said = laterWords.forecast;
  const set = (changed: Partial<ToolSettings>, series: string) =>
    edit((scenario) => withSettings(scenario, step.id, { tool: withoutEmpty({ ...tool, ...changed }) }), {
      series: `${step.id} tool ${series}`,
    });
  const name = isProgram(tool.name) ? tool.name : undefined;
  const options = name === undefined ? [] : programOptions[name].filter(({ sameAs }) => sameAs === undefined);
  const rest = options.filter((each) => !needed.has(each.name));
  const input = (option: (typeof options)[number]) => (
    <ToolOptionInput
      key={option.name}
      option={option}
      value={tool.options?.[option.name] ?? ''}
      onChange={(value) => set({ options: { ...tool.options, [option.name]: value } }, option.name)}
    />
  );
  return (
    <>
      <fieldset className="settings" aria-label={said.step.tool}>
        <label>
          {said.step.tool}
          <select value={tool.name} onChange={({ target }) => set(chosen(tool, target.value), 'name')}>
            {name === undefined && <option value={tool.name}>{tool.name || said.step.chooseTool}</option>}
            {names.map((each) => (
              <option key={each} value={each}>
                {programTitles[each]}
              </option>
            ))}
          </select>
        </label>
        <label>
          {said.version}
          <input
            type="text"
            size={9}
            value={tool.version ?? ''}
            placeholder={name === undefined ? '' : defaultVersions[name]}
            {...plainInput}
            onChange={({ target }) => set({ version: target.value }, 'version')}
          />
        </label>
        {options.filter((each) => needed.has(each.name)).map(input)}
        <label>
          {said.step.namespace}
          <input
            type="text"
            size={12}
            value={tool.namespace ?? ''}
            placeholder="default"
            {...plainInput}
            onChange={({ target }) => set({ namespace: target.value }, 'namespace')}
          />
        </label>
      </fieldset>
      {name !== undefined && (
        <details key={name} className="tool-more" open={rest.some((each) => tool.options?.[each.name] !== undefined)}>
          <summary>{said.toolSettings({ tool: programTitles[name] })}</summary>
          <fieldset className="settings" aria-label={said.toolSettings({ tool: programTitles[name] })}>
            {rest.map(input)}
            {stateful.has(name) && (
              <small className="tool-hint">{said.step.keptHint({ tool: programTitles[name] })}</small>
            )}
          </fieldset>
        </details>
      )}
    </>
  );
}

function isProgram(name: string): name is ProgramName {
  return Object.hasOwn(programTitles, name);
}

/** Another tool: it keeps the options that it has as well and what the release is called, and no version of the one before. */
function chosen({ options = {} }: ToolSettings, name: string): Partial<ToolSettings> {
  const own = isProgram(name) ? programOptions[name].map((option) => option.name) : [];
  const [called] = Object.entries(options).flatMap(([each, value]) => (needed.has(each) ? [value] : []));
  const kept = Object.entries(options).filter(([each]) => own.includes(each));
  const names = called === undefined ? [] : own.filter((each) => needed.has(each)).map((each) => [each, called]);
  return { name, version: '', options: Object.fromEntries([...names, ...kept]) };
}

/** Settings without those that are empty. */
function withoutEmpty({ name, version, namespace, options = {} }: ToolSettings): ToolSettings {
  const given = Object.entries(options).filter(([, value]) => value !== '');
  return {
    name,
    ...(version ? { version } : {}),
    ...(namespace ? { namespace } : {}),
    ...(given.length === 0 ? {} : { options: Object.fromEntries(given) }),
  };
}
