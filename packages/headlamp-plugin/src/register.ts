import { type HostReact, type PanelSubject, panelComponent, playgroundAddress } from '@managed-fields/panel';

/** What Headlamp gives a section of the details of an object. Upstream: headlamp frontend DetailsViewSection.tsx. */
export interface SectionProperties {
  /** Undefined or null until it is read. */
  readonly resource?: unknown;
}

/** What Headlamp gives the settings of a plugin. Upstream: headlamp frontend/src/plugin/pluginsSlice.ts PluginSettingsDetailsProps. */
export interface SettingsProperties {
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  readonly onDataChange?: (data: { readonly pageAddress: string }) => void;
}

/** What of `window.pluginLib` is used. Upstream: headlamp frontend/src/plugin/index.ts, registry.tsx. */
export interface PluginLib {
  readonly React: HostReact & {
    createElement(type: unknown, attributes: object | null, ...children: readonly unknown[]): unknown;
  };
  readonly CommonComponents?: { readonly SectionBox?: unknown };
  readonly ConfigStore?: new (name: string) => { useConfig(): () => unknown };
  registerDetailsViewSection(section: (given: SectionProperties) => unknown): void;
  registerPluginSettings?(name: string, component: (given: SettingsProperties) => unknown, saves: boolean): void;
}

/** The name of the plugin, which is also that of its settings. */
export const pluginName = 'managed-fields';

/** The address of the playground that was put into the bundle when it was built; empty where none was. */
declare const builtPageAddress: string;

/** What a section shows: the object as the API of the cluster gave it. */
function subjectOf({ resource }: SectionProperties, settings: unknown): PanelSubject {
  const said = memberOf(settings, 'pageAddress');
  return {
    // A KubeObject keeps what the API answered.
    object: memberOf(resource, 'jsonData'),
    page: playgroundAddress(said) ?? playgroundAddress(builtPageAddress),
    pageHint: 'Nobody has said where the playground is: Settings, Plugins, managed-fields takes its address.',
    ends: ['Headlamp knows no configuration beside the live object, so nothing is said of what an apply would do.'],
  };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** Registers the section *Field owners* of every object, and the setting of the playground's address. */
export function register(lib: Partial<PluginLib> | undefined): void {
  const { React, CommonComponents, ConfigStore, registerDetailsViewSection, registerPluginSettings } = lib ?? {};
  if (React === undefined || registerDetailsViewSection === undefined) {
    console.warn('managed-fields: this page takes no sections of plugins');
    return;
  }
  const useSettings = ConfigStore === undefined ? () => undefined : new ConfigStore(pluginName).useConfig();
  const Panel = panelComponent(
    () => React,
    ({ given, settings }: { readonly given: SectionProperties; readonly settings: unknown }) =>
      subjectOf(given, settings),
  );
  registerDetailsViewSection((given) => {
    const settings = useSettings();
    if (memberOf(given, 'resource') === null || memberOf(given, 'resource') === undefined) return null;
    const panel = React.createElement(Panel, { given, settings });
    const { SectionBox } = CommonComponents ?? {};
    return SectionBox === undefined ? panel : React.createElement(SectionBox, { title: 'Field owners' }, panel);
  });
  registerPluginSettings?.(pluginName, settingsComponent(React), true);
}

/** One field for the address of the playground. */
function settingsComponent(React: PluginLib['React']): (given: SettingsProperties) => unknown {
  return ({ data, onDataChange }) => {
    const address = memberOf(data, 'pageAddress');
    const value = typeof address === 'string' ? address : '';
    const wrong = value !== '' && playgroundAddress(value) === undefined;
    const input = React.createElement('input', {
      type: 'url',
      value,
      placeholder: 'https://fields.example.com/',
      'aria-invalid': wrong,
      style: { display: 'block', width: '100%', font: 'inherit' },
      onChange: (event: { readonly target: { readonly value: string } }) =>
        onDataChange?.({ pageAddress: event.target.value }),
    });
    const said = wrong ? ' This is no address of http or https.' : '';
    return React.createElement('label', null, `Address of the playground.${said}`, input);
  };
}
