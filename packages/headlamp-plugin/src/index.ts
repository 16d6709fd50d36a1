export { type PluginLib, pluginName, register, type SectionProperties, type SettingsProperties } from './register.ts';
