import type { WayOut, WayPreview } from '@managed-fields/player';
import { type Snippet, type Tool, type ToolSetting, type ToolWay, toolNames } from '@managed-fields/tools';
import { VisibleText } from '../../../core/code-view/visible-text.tsx';
import { useAnswer, useKeptWhile } from '../../../core/engine/use-answer.ts';
import { CopyButton } from '../../../core/ui/copy-button.tsx';
import { words } from '../../../core/words/language.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import './tool-settings.css';
import { ways } from './conflict-rows.tsx';
import { PreviewSummary } from './way-preview.tsx';

interface ToolSettingsProps {
  readonly tool: Tool;
  /** The step with the conflict; undefined where there is none to write anything for. */
  readonly stepId: string | undefined;
  readonly onTool: (tool: Tool) => void;
}

const groups: readonly ToolWay[] = [...ways, 'migrate'];

/** What a tool has for each way out of a conflict: the settings, what to write for this conflict, and what it comes to. */
export function ToolSettings({ tool, stepId, onTool }: ToolSettingsProps) {
  const asked = useAnswer<'tool-settings'>({
    kind: 'tool-settings',
    tool,
    ...(stepId === undefined ? {} : { stepId }),
  });
  const previews = useAnswer<'ways-out'>(stepId === undefined ? undefined : { kind: 'ways-out', stepId }).answer;
  // The settings of the tool before stay until those of another one are there.
  const settings = useKeptWhile(asked.answer === undefined, asked.answer);
  const tools = Object.keys(toolNames).filter((name): name is Tool => Object.hasOwn(toolNames, name));
  return (
    <div className="tool-settings">
      <label>
        {laterWords.tools.tool}{' '}
        <select value={tool} onChange={({ target }) => onTool(tools.find((each) => each === target.value) ?? tool)}>
          {tools.map((each) => (
            <option key={each} value={each}>
              {toolNames[each]}
            </option>
          ))}
        </select>
      </label>
      {groups.map((way) => {
        const ofWay = (settings ?? []).filter((setting) => setting.way === way);
        if (ofWay.length === 0) return null;
        return (
          <section key={way}>
            <h3>{way === 'migrate' ? laterWords.tools.migrate : words.conflict.ways[way].name}</h3>
            {ofWay.map((setting) => (
              <Setting key={`${setting.setting} ${setting.place}`} setting={setting} tool={tool} previews={previews} />
            ))}
          </section>
        );
      })}
    </div>
  );
}

interface WayInToolProps {
  readonly tool: Tool;
  readonly way: WayOut;
  readonly stepId: string;
}

/** What is written for one way out in the words of a tool; nothing where the tool has nothing for it. */
export function WayInTool({ tool, way, stepId }: WayInToolProps) {
  const { answer } = useAnswer<'tool-settings'>({ kind: 'tool-settings', tool, stepId });
  const ofWay = (answer ?? []).filter((setting) => setting.way === way && setting.snippet !== undefined);
  if (ofWay.length === 0) return null;
  return (
    <div className="tool-settings">
      {ofWay.map((setting) => (
        <Setting key={`${setting.setting} ${setting.place}`} setting={setting} tool={tool} previews={undefined} />
      ))}
    </div>
  );
}

interface SettingProps {
  readonly setting: ToolSetting;
  readonly tool: Tool;
  readonly previews: readonly WayPreview[] | undefined;
}

function Setting({ setting, tool, previews }: SettingProps) {
  const { way, setting: name, place, behaviour, since, same, other, source, snippet } = setting;
  const { tools } = laterWords;
  const { project, version, file } = source;
  const sentence = tools.behaviourSentence(behaviour, tool);
  return (
    <div className="tool-setting">
      <p>
        {name !== '' && <code>{name}</code>} <span>{tools.places[place]}</span>
        {since !== undefined && <small>{tools.sinceVersion({ version: since })}</small>}
        <a
          href={`https://github.com/${project}/blob/${version}/${file}`}
          target="_blank"
          rel="noopener"
          aria-label={tools.readIn({ project, version })}
        >
          {project.split('/')[1]} {version} ↗
        </a>
      </p>
      {sentence !== undefined && (
        <p className={other ? 'tool-other' : undefined}>
          {other && <b>{tools.ownDifferent}</b>} {sentence}
        </p>
      )}
      {name === '' && way !== 'migrate' && (
        <p>{snippet?.language === 'diff' ? tools.withoutMinus : words.conflict.ways[way].text}</p>
      )}
      {snippet !== undefined && <Written snippet={snippet} />}
      {same !== undefined && previews !== undefined && (
        <div className="tool-same">
          <span>{tools.comesTo({ way: words.conflict.ways[same].name })}</span>
          <PreviewSummary preview={previews.find((each) => each.way === same)} />
        </div>
      )}
    </div>
  );
}

function Written({ snippet: { language, text, without } }: { readonly snippet: Snippet }) {
  return (
    <>
      <div className="wire-text">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys. */}
        <pre tabIndex={0}>
          <VisibleText text={text} />
        </pre>
        {language !== 'diff' && <CopyButton text={text} label={laterWords.tools.copy} />}
      </div>
      {without.length > 0 && (
        <p className="tool-other">
          <VisibleText text={laterWords.tools.without(without)} />
        </p>
      )}
    </>
  );
}
