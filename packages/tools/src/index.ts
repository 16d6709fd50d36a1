export { type ErrorTool, toolOfManager, toolOfMessage } from './settings/guess-tool.ts';
export { type MadeUp, settingsOf, type ToolSetting, withoutMadeUp } from './settings/settings.ts';
export {
  type Behaviour,
  type SettingPlace,
  type Snippet,
  type Tool,
  type ToolConflict,
  type ToolField,
  type ToolObject,
  type ToolSource,
  type ToolWay,
  toolNames,
} from './settings/tool.ts';
