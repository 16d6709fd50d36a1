import type { HostServer } from '../host/server.ts';
import { serveBuilt } from '../serve-built.ts';
import type { Driven } from './driven.ts';
import { answered, clickOn, forget, isAsked, line, open, result, seen, until } from './looking.ts';

/** What the promises are tried on: a browser, the address of the built page, and pages of somebody else's. */
export interface Setting {
  readonly browser: Driven;
  readonly address: string;
  readonly host: HostServer;
}

/** A promise of the page, with a function that throws where it is broken. They are tried in their order. */
export interface BrowserPromise {
  readonly name: string;
  hold(setting: Setting): Promise<void>;
}

const link: { address: string } = { address: '' };

export const promises: readonly BrowserPromise[] = [
  {
    name: 'paste: an object from the clipboard becomes the first step, and undo takes it back',
    async hold({ browser, address }) {
      await open(browser, address, '#x/first-configmap@4');
      await clickOn(browser, result, 'button', 'Copy');
      await seen(browser, 'Copied');
      await forget(browser, address);
      await open(browser, address, '');
      await browser.press('Control', 'v');
      // A slow machine asks first.
      if (await isAsked(browser)) await clickOn(browser, 'dialog', 'button', 'Open as 1 step');
      await line(browser, 'kind: ConfigMap');
      await browser.press('Control', 'z');
      await until('the step is empty again', () =>
        browser.run((inside) => document.querySelectorAll(`${inside} [role=option]`).length === 0, result),
      );
    },
  },
  {
    name: 'overlay: each field is drawn in the colour of its owner, and says who that is',
    async hold({ browser, address }) {
      await open(browser, address, '#x/conflict-three-ways@2');
      const replicas = await line(browser, 'replicas:');
      if (!replicas.includes('owned by kubectl-replace (Update)')) throw new Error(`the line says ${replicas}`);
      const colours = await browser.run(
        (inside) =>
          [...document.querySelectorAll(`${inside} .mf-bar b`)].map((bar) => getComputedStyle(bar).backgroundColor),
        result,
      );
      if (new Set(colours).size < 2) throw new Error(`the bars are ${colours.join(', ')}`);
    },
  },
  {
    name: 'conflict: it is explained in the server’s words, and a way out ends it',
    async hold({ browser, address }) {
      await open(browser, address, '#x/conflict-three-ways@3');
      await seen(browser, 'Apply failed with 2 conflicts: conflicts with "kubectl-replace" using apps/v1:');
      await clickOn(browser, '.outcome', 'button', 'Overwrite');
      await line(browser, 'replicas: 2');
    },
  },
  {
    name: 'typing in Monaco: what is typed is played, and suggestions come',
    async hold({ browser, address }) {
      await forget(browser, address);
      await open(browser, address, '');
      await clickOn(browser, '[aria-label="Selected step"]', '.monaco-editor', '');
      await browser.type('kind: ConfigMap\napiVersion: v1\nmetadata:\nname: typed\n');
      await line(browser, 'name: typed');
      await browser.press('Control', ' ');
      await until('suggestions are there', () =>
        browser.run(() => document.querySelectorAll('.suggest-widget.visible .monaco-list-row').length > 0),
      );
      await browser.press('Escape');
    },
  },
  {
    name: 'share: the link holds the scenario behind #',
    async hold({ browser, address }) {
      await clickOn(browser, 'body', 'button', 'Share');
      // Only this machine can open this page, so the reader says for which one links are made.
      await clickOn(browser, '.share-address', 'input', '');
      await browser.type(`${address}/`);
      await browser.press('Enter');
      const box = () =>
        browser.run(() => document.querySelector<HTMLTextAreaElement>('[aria-label="The link"]')?.value ?? '');
      await until('the link is there', async () => (await box()).includes('#s/'));
      link.address = await box();
    },
  },
  {
    name: 'open: the link opens the same scenario, as a shared one',
    async hold({ browser, address }) {
      await forget(browser, address);
      await browser.goto('about:blank');
      await browser.goto(link.address);
      await answered(browser);
      await seen(browser, 'You are looking at a shared scenario');
      await line(browser, 'name: typed');
    },
  },
  {
    name: 'embed: an element on a page of another origin shows its scenario',
    async hold({ browser, host }) {
      await browser.goto(host.address('docs.html'));
      await until('the frame shows owners', () =>
        browser.runInFrame(() => document.querySelectorAll('.mf-bar').length > 0).catch(() => false),
      );
    },
  },
  {
    name: 'keyboard: steps, palette and menus are reached by keys, and the focus is seen',
    async hold({ browser, address }) {
      await open(browser, address, '#x/first-configmap@1');
      await browser.press('Tab');
      const outline = await browser.run(() => {
        const focused = document.activeElement;
        return focused === null || focused === document.body ? 'none' : getComputedStyle(focused).outlineStyle;
      });
      if (outline === 'none') throw new Error('the focus is not seen');
      await browser.press('n');
      await seen(browser, 'Step 2 of 4');
      await browser.press('Control', 'k');
      await until('the palette is there', () =>
        browser.run(
          () =>
            document.querySelector('[role=dialog] [role=combobox], dialog [role=combobox]') === document.activeElement,
        ),
      );
      await browser.press('Escape');
    },
  },
  {
    name: 'dark: the page is dark where that is chosen, and stays so',
    async hold({ browser, address }) {
      await clickOn(browser, 'body', 'button', 'Appearance and help');
      await clickOn(browser, 'body', '[role=menuitemradio]', 'Dark');
      await open(browser, address, '#x/first-configmap@3');
      const [theme, colour] = await browser.run(() => [
        document.documentElement.dataset['theme'],
        getComputedStyle(document.body).backgroundColor,
      ]);
      const light = (colour?.match(/\d+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
      if (theme !== 'dark' || light > 200) throw new Error(`the theme is ${theme}, the background ${colour}`);
    },
  },
  {
    name: 'offline: after a visit the page works without its server',
    async hold({ browser }) {
      const { address, close } = await serveBuilt();
      await open(browser, address, '#x/first-configmap@2');
      await until('the page is kept', () =>
        browser.run(() => navigator.serviceWorker.controller?.state === 'activated'),
      ).finally(close);
      await open(browser, address, '#x/conflict-three-ways@3');
      await seen(browser, 'Apply failed with 2 conflicts');
    },
  },
];
