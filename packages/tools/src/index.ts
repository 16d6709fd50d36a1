export { type ErrorTool, toolOfManager, toolOfMessage } from './guess-tool.ts';
export { settingsOf, type ToolSetting } from './settings.ts';
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
} from './tool.ts';
