export { computed, NotInPlugin } from './computed.ts';
export { type Child, make, pathNode, section, table } from './nodes.ts';
export {
  type AskedMore,
  definePanel,
  type HostAnswer,
  type Kinds,
  ManagedFieldsPanel,
  type PanelSubject,
  panelName,
} from './panel.ts';
export { playgroundAddress } from './playground-link.ts';
export { type HostReact, panelComponent } from './react.ts';
export { type GivenObject, mostCharacters, readObject } from './read-object.ts';
export { isSecret, nameOf, withoutSecretValues } from './secret-values.ts';
export { type PanelWords, panelWords } from './words.ts';
