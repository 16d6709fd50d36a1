import type { Page } from '@playwright/test';

/** A theme that a page can be in. */
export type Theme = 'light' | 'dark';

/** A sample: a small site made by a tool for documentation, with scenarios in its pages. */
export interface Site {
  /** Its folder. */
  readonly name: string;
  /** The program that makes it, where it is not installed by npm. */
  readonly program?: { readonly command: string; readonly from: string };
  /** The commands that make it in `dist`, each run in its folder. */
  readonly commands: readonly string[];
  /** Where the style of static views is copied to, for tools that take no packages. */
  readonly style?: string;
  /** Its pages, with what they have in them. */
  readonly pages: readonly SitePage[];
  /** Puts a page that is in the light theme into another, as its reader does; without it the reader's system does. */
  readonly darken?: (page: Page) => Promise<void>;
}

export interface SitePage {
  readonly path: string;
  /** A fence: drawn when the site is made, or its text until a script shows it; `none` where the tool knows no fences. */
  readonly fence: 'drawn' | 'text' | 'none';
  /** A static view that `renderStatic` made. */
  readonly view: boolean;
}

const npm = ['npm install --no-audit --no-fund --no-package-lock --loglevel=error', 'npm run --silent build'];

/** The samples, in the order in which they are made. */
export const sites: readonly Site[] = [
  {
    name: 'plain',
    commands: ['node build.mjs'],
    style: 'static.css',
    pages: [{ path: '', fence: 'none', view: true }],
  },
  {
    name: 'vitepress',
    commands: npm,
    pages: [{ path: '', fence: 'drawn', view: true }],
    darken: (page) => page.locator('.VPNavBarAppearance .VPSwitchAppearance').click(),
  },
  {
    name: 'docusaurus',
    commands: npm,
    style: 'static/static.css',
    pages: [{ path: '', fence: 'drawn', view: true }],
    darken: async (page) => {
      const button = page.getByRole('button', { name: /switch between dark and light mode/i });
      // From the system's theme to light, and from there to dark.
      while ((await page.locator('html').getAttribute('data-theme')) !== 'dark') await button.click();
    },
  },
  {
    name: 'starlight',
    commands: npm,
    pages: [
      { path: '', fence: 'drawn', view: true },
      { path: 'markdown/', fence: 'drawn', view: false },
    ],
    darken: async (page) => {
      await page.locator('header starlight-theme-select select').first().selectOption('dark');
    },
  },
  {
    name: 'mkdocs',
    program: { command: 'python3 -m venv --help', from: 'Python 3 with venv' },
    commands: [
      'python3 -m venv .venv',
      '.venv/bin/pip install --quiet --disable-pip-version-check --requirement requirements.txt',
      '.venv/bin/mkdocs build --quiet --strict',
    ],
    style: 'docs/static.css',
    pages: [{ path: '', fence: 'text', view: true }],
    darken: (page) => page.locator('label.md-header__button[for=__palette_1]').click(),
  },
  {
    name: 'zensical',
    program: { command: 'python3 -m venv --help', from: 'Python 3 with venv' },
    commands: [
      'python3 -m venv .venv',
      '.venv/bin/pip install --quiet --disable-pip-version-check --requirement requirements.txt',
      'PYTHONPATH=../mkdocs .venv/bin/zensical build --clean --strict',
    ],
    style: 'docs/static.css',
    pages: [{ path: '', fence: 'text', view: true }],
    darken: (page) => page.locator('label.md-header__button[for=__palette_1]').click(),
  },
  {
    name: 'hugo',
    program: { command: 'hugo version', from: 'hugo (in Debian: apt-get install hugo)' },
    commands: ['hugo --quiet --cleanDestinationDir'],
    style: 'static/static.css',
    pages: [{ path: '', fence: 'text', view: true }],
  },
];
