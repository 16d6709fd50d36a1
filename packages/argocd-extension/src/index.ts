export { mostFields, type NextSync, nextSync, type SyncedField, type SyncedObject, type Verdict } from './next-sync.ts';
export { type ExtensionsApi, register } from './register.ts';
export { type SyncSettings, syncSettings } from './sync-settings.ts';
