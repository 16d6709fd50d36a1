import { readFileSync } from 'node:fs';
import type { ExtensionsApi } from '@managed-fields/argocd-extension';
import type { PluginLib, SettingsProperties } from '@managed-fields/headlamp-plugin';
import type { Page, Request } from '@playwright/test';
import { rolldown } from 'rolldown';
import { bundlePlugin } from '../conformance/packages/plugins.ts';

/** The releases of React that hosts have: Argo CD 16 up to 3.4 and 19 from 3.5 on, Headlamp 18. */
export const reacts = [16, 17, 18, 19] as const;
export type React = (typeof reacts)[number];

/** A React with its DOM as globals, as hosts have them. */
async function reactScript(version: React): Promise<string> {
  if (version !== 19) {
    const names = [
      `react-${version}/umd/react.production.min.js`,
      `react-dom-${version}/umd/react-dom.production.min.js`,
    ];
    return names.map((name) => readFileSync(new URL(`../node_modules/${name}`, import.meta.url), 'utf8')).join('\n');
  }
  const source = `import * as React from 'react'; import * as client from 'react-dom/client'; window.React = React; window.ReactDOM = client;`;
  const bundle = await rolldown({
    input: 'entry',
    cwd: new URL('../app/', import.meta.url).pathname,
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? new URL('../app/entry.js', import.meta.url).pathname : undefined),
        load: (id) => (id.endsWith('/app/entry.js') ? source : undefined),
      },
    ],
    logLevel: 'silent',
  });
  const { output } = await bundle.generate({ format: 'iife', minify: true });
  await bundle.close();
  return output[0].code;
}

const built = new Map<string, Promise<string>>();

/** A script that is made once for all tests of a process. */
function once(name: string, make: () => Promise<string>): Promise<string> {
  const made = built.get(name) ?? make();
  built.set(name, made);
  return made;
}

/** The playground of the readers of these tests. */
export const playground = 'https://fields.example.com/';

/** The script of a plugin, as it is built for a release. */
const pluginScript = (folder: string) => once(folder, async () => (await bundlePlugin(folder, playground)).code);

/** What hosts of no kind allow: inline scripts and styles, evaluation, other origins. */
const policy = `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'self'`;

/** What a page asked for, but its own scripts. */
export interface OpenedHost {
  readonly page: Page;
  /** The requests for data, in their order. */
  readonly asked: readonly Request[];
  /** The origins that anything was asked of. */
  readonly origins: ReadonlySet<string>;
  /** What the page threw, or wrote as an error. */
  readonly errors: readonly string[];
}

interface HostPage {
  readonly origin: string;
  readonly react: React;
  readonly dark: boolean;
  /** Scripts by their paths, beside React. */
  readonly scripts: Readonly<Record<string, string>>;
  /** Answers by the paths of requests: JSON, or a status. */
  readonly answers: Readonly<Record<string, unknown>>;
  readonly base: string;
}

async function openHost(page: Page, host: HostPage): Promise<OpenedHost> {
  const asked: Request[] = [];
  const origins = new Set<string>();
  const errors: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith('data:')) return;
    origins.add(new URL(request.url()).origin);
    if (request.resourceType() === 'fetch' || request.resourceType() === 'xhr') asked.push(request);
  });
  page.on('pageerror', (error) => errors.push(error.message));
  const react = await once(`react ${host.react}`, () => reactScript(host.react));
  const html = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Host</title><base href="${host.base}">
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="${host.base}host.css"><link rel="icon" href="data:,"></head>
<body><main id="host" class="${host.dark ? 'theme-dark' : 'theme-light'}"><h1>Details</h1><h2>web</h2><div id="app"></div></main>
<script src="${host.base}react.js"></script></body></html>`;
  // As hosts do: styles for bare elements, which a plugin must not be moved by.
  const css = `body{margin:0}.theme-light{background:#fff;color:#363c4a}.theme-dark{background:#1a1a1a;color:#eee}
*{text-transform:uppercase;letter-spacing:2px}table{display:none}button{visibility:hidden}`;
  const files: Readonly<Record<string, readonly [string, string]>> = {
    [host.base]: ['text/html', html],
    [`${host.base}react.js`]: ['text/javascript', react],
    [`${host.base}host.css`]: ['text/css', css],
    ...Object.fromEntries(
      Object.entries(host.scripts).map(([name, text]) => [`${host.base}${name}`, ['text/javascript', text] as const]),
    ),
  };
  await page.route('**/*', async (route) => {
    const url = new URL(route.request().url());
    const file = files[url.pathname];
    if (url.origin !== host.origin) return route.abort();
    if (file !== undefined) {
      const [contentType, body] = file;
      return route.fulfill({
        contentType: `${contentType}; charset=utf-8`,
        body,
        headers: { 'Content-Security-Policy': policy },
      });
    }
    const answer = host.answers[url.pathname];
    if (answer === undefined) return route.fulfill({ status: 403, json: { error: 'permission denied' } });
    return route.fulfill({ json: answer });
  });
  await page.goto(`${host.origin}${host.base}`);
  return { page, asked, origins, errors };
}

/** Runs a script of a host by its name. */
async function load(page: Page, name: string): Promise<void> {
  await page.evaluate(
    (src) =>
      new Promise<void>((resolve, reject) => {
        const script = document.createElement('script');
        script.src = src;
        script.onload = () => resolve();
        script.onerror = () => reject(new Error(src));
        document.body.append(script);
      }),
    name,
  );
}

/** What the tests use of React in the page. */
interface PageReact {
  createElement(type: unknown, attributes: object | null, ...children: unknown[]): unknown;
  Component: new (given: object) => object;
}

interface PageGlobals {
  React: PageReact;
  ReactDOM: {
    render?(element: unknown, into: Element): void;
    createRoot?(into: Element): { render(element: unknown): void };
  };
  show(given: object): void;
  draw(element: unknown): void;
  unmount(): void;
}

/** Draws a component in the page as often as it is told: with the errors that it throws as text, as hosts do. */
function drawing(): void {
  const globals = window as unknown as PageGlobals & { component: unknown };
  const { React, ReactDOM } = globals;
  class Boundary extends React.Component {
    declare props: { children?: unknown };
    state = { error: '' };
    static getDerivedStateFromError(error: unknown) {
      return { error: String(error) };
    }
    render() {
      return this.state.error === '' ? this.props.children : `Something went wrong: ${this.state.error}`;
    }
  }
  const into = document.querySelector('#app') as Element;
  const root = ReactDOM.createRoot?.(into);
  const draw = (element: unknown) => (root === undefined ? ReactDOM.render?.(element, into) : root.render(element));
  globals.draw = draw;
  globals.show = (given) => draw(React.createElement(Boundary, null, React.createElement(globals.component, given)));
  globals.unmount = () => draw(React.createElement('p', null, 'gone'));
}

/** What a test of the Argo CD extension begins with. */
export interface ArgoCdGiven {
  readonly resource: unknown;
  readonly application?: unknown;
  readonly react?: React;
  readonly dark?: boolean;
  /** Answers of the API by the path behind `api/v1/`. */
  readonly api?: Readonly<Record<string, unknown>>;
  /** What the installer wrote beside the extension. */
  readonly vars?: Readonly<Record<string, string>>;
}

/** Opens a page that loads the extension as Argo CD does, behind a sub-path, and shows its tab. */
export async function openArgoCd(page: Page, given: ArgoCdGiven): Promise<OpenedHost> {
  const code = await pluginScript('argocd-extension');
  const base = '/argo-cd/';
  const vars = given.vars === undefined ? '' : `window.MANAGED_FIELDS_VARS = ${JSON.stringify(given.vars)};`;
  // Upstream: argo-cd server/server.go serveExtensions.
  const one = (name: string, text: string) =>
    `// source: ${name}\ntry {\n${text}\n} catch(e) { console.error('Extension ${name} failed to load:', e); }\n`;
  const scripts = { 'extensions.js': `${one('extension-0-VARS.js', vars)}${one('extension-managed-fields.js', code)}` };
  const answers = Object.fromEntries(
    Object.entries(given.api ?? {}).map(([path, answer]) => [`${base}api/v1/${path}`, answer]),
  );
  const opened = await openHost(page, {
    ...{ origin: 'https://argocd.example', base, scripts, answers },
    ...{ react: given.react ?? 19, dark: given.dark ?? false },
  });
  await page.evaluate(() => {
    const registered: unknown[][] = [];
    const api: ExtensionsApi = { registerResourceExtension: (...tab) => void registered.push(tab) };
    Object.assign(window, { extensionsAPI: api, registered });
  });
  await load(page, 'extensions.js');
  await page.evaluate(() => {
    const { registered } = window as unknown as { registered: unknown[][] };
    Object.assign(window, { component: registered[0]?.[0], tab: registered[0]?.slice(1) });
  });
  await page.evaluate(drawing);
  await showIn(page, { resource: given.resource, application: given.application ?? {}, tree: {} });
  return opened;
}

/** What a test of the Headlamp plugin begins with. */
export interface HeadlampGiven {
  /** What the API of the cluster answered; undefined while Headlamp waits for it. */
  readonly jsonData: unknown;
  readonly react?: React;
  readonly dark?: boolean;
  /** What its settings hold. */
  readonly settings?: unknown;
}

/** Opens a page that runs the plugin as Headlamp does, and shows its section. */
export async function openHeadlamp(page: Page, given: HeadlampGiven): Promise<OpenedHost> {
  const opened = await openHost(page, {
    ...{ origin: 'https://headlamp.example', base: '/', answers: {} },
    scripts: { 'main.js': await pluginScript('headlamp-plugin') },
    ...{ react: given.react ?? 18, dark: given.dark ?? false },
  });
  await page.evaluate((settings) => {
    const { React } = window as unknown as PageGlobals;
    const sections: unknown[] = [];
    const lib: PluginLib = {
      React: React as unknown as PluginLib['React'],
      CommonComponents: {
        SectionBox: ({ title, children }: { title: string; children: unknown }) =>
          React.createElement('section', { 'aria-label': title }, React.createElement('h3', null, title), children),
      },
      ConfigStore: class {
        useConfig() {
          return () => settings;
        }
      },
      registerDetailsViewSection: (section) => void sections.push(section),
      registerPluginSettings: (name: string, component: (given: SettingsProperties) => unknown) =>
        void Object.assign(window, { settingsOf: name, settingsComponent: component }),
    };
    Object.assign(window, { pluginLib: lib, sections });
  }, given.settings);
  await load(page, 'main.js');
  await page.evaluate(() => {
    const { sections } = window as unknown as { sections: unknown[] };
    Object.assign(window, { component: sections[0] });
  });
  await page.evaluate(drawing);
  await showIn(page, { resource: given.jsonData === undefined ? null : { jsonData: given.jsonData } });
  return opened;
}

/** Draws the component with other properties. Values that JSON does not have are made in the page. */
export async function showIn(page: Page, given: object): Promise<void> {
  await page.evaluate((text) => (window as unknown as PageGlobals).show(JSON.parse(text)), JSON.stringify(given));
}

/** Takes the component out of the page. */
export async function unmountIn(page: Page): Promise<void> {
  await page.evaluate(() => (window as unknown as PageGlobals).unmount());
}
