export { definePlayground } from './define.ts';
export type {
  AttributeValue,
  Listening,
  PlaygroundAnswer,
  PlaygroundBase,
  PlaygroundDetail,
  PlaygroundEvent,
  PropertyName,
  SettingName,
} from './element.ts';
export { contentNames, ManagedFieldsPlayground } from './element.ts';
export type {
  ChildMessage,
  EmbedContent,
  EmbedError,
  EmbedOutcome,
  EmbedSettings,
  EmbedState,
  EmbedView,
  Handshake,
  ParentMessage,
  Posted,
  Received,
  ScenarioForm,
  StepForm,
  WrittenSettings,
} from './protocol.ts';
export {
  embedViews,
  isHandshake,
  nonceFragment,
  posted,
  protocolVersion,
  readChildMessage,
  readContent,
  readNonce,
  readParentMessage,
  readSettings,
  settingNames,
} from './protocol.ts';
export { roomOfExample, roomOfLesson } from './room.ts';
