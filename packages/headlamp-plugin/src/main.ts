import { type PluginLib, register } from './register.ts';

/** The script that Headlamp loads. */
register(Reflect.get(globalThis, 'pluginLib') as Partial<PluginLib> | undefined);
