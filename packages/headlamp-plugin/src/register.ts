import {
  type HostReact,
  type PanelSubject,
  type PanelWords,
  panelComponent,
  panelWords,
  playgroundAddress,
} from '@managed-fields/panel';

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

/** The languages that Headlamp has. Upstream: headlamp frontend/src/i18n/config.ts supportedLanguages. */
const ofHeadlamp = /^(?:en|es|fr|pt|de|it|zh|ko|ja|hi|ar)\b/;

/**
 * What is said in Headlamp's language, which i18next keeps in `i18nextLng`. Where that is English, or none of ours, languages count
 * that the browser asks for before any of Headlamp's: nobody can choose them there.
 */
function wordsOfPage(): PanelWords {
  let kept: string | null = null;
  try {
    kept = localStorage.getItem('i18nextLng');
  } catch {
    // A browser may keep nothing for this page.
  }
  const wanted = navigator.languages;
  if (kept === null) return panelWords(wanted);
  const known = wanted.findIndex((each) => ofHeadlamp.test(each));
  const unknown = known < 0 ? wanted : wanted.slice(0, known);
  return panelWords(kept.startsWith('en') ? [...unknown, kept] : [kept, ...unknown]);
}

/** What a section shows: the object as the API of the cluster gave it. */
function subjectOf({ resource }: SectionProperties, settings: unknown): PanelSubject {
  const words = wordsOfPage();
  const said = memberOf(settings, 'pageAddress');
  return {
    // A KubeObject keeps what the API answered.
    object: memberOf(resource, 'jsonData'),
    words,
    page: playgroundAddress(said) ?? playgroundAddress(builtPageAddress),
    pageHint: words.say.headlamp.pageHint,
    ends: [words.say.headlamp.ends],
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
    return SectionBox === undefined
      ? panel
      : React.createElement(SectionBox, { title: wordsOfPage().say.section }, panel);
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
    const say = wordsOfPage().say.headlamp;
    return React.createElement('label', null, `${say.address}${wrong ? ` ${say.wrong}` : ''}`, input);
  };
}
