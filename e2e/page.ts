import { expect, type Locator, type Page } from '@playwright/test';

/** The parts of the page by the names that they have for everybody. */
export class Playground {
  readonly page: Page;
  readonly steps: Locator;
  readonly step: Locator;
  readonly result: Locator;
  readonly conflict: Locator;
  readonly field: Locator;
  /** The strip that leads through an example. */
  readonly walk: Locator;

  constructor(page: Page) {
    this.page = page;
    this.steps = page.getByRole('region', { name: 'Steps of the scenario' });
    this.step = page.getByRole('region', { name: 'Selected step', exact: true });
    this.result = page.getByRole('region', { name: 'Result of the selected step' });
    this.conflict = page.getByRole('region', { name: 'Conflict' });
    this.field = page.getByRole('region', { name: 'Field', exact: true });
    this.walk = page.getByRole('region', { name: 'Walk-through' });
  }

  /**
   * Opens an address below the page's own, `''` for the page itself, and waits until what it names is there and the
   * engine has answered. Where the page is open already, it follows the address without being loaded anew.
   */
  async open(address = ''): Promise<void> {
    await slowDown(this.page);
    const before = await this.opened();
    await this.page.goto(`/${address}`);
    await this.arrived(address, before);
  }

  /** Goes elsewhere in the page that is open, as a click on a link does. */
  async follow(address: string): Promise<void> {
    const before = await this.opened();
    await this.page.evaluate((hash) => {
      location.hash = hash;
    }, address);
    await this.arrived(address, before);
  }

  /** Waits until the engine has answered what is on screen. */
  async answered(): Promise<void> {
    await expect(this.page.locator('.status-bar')).toHaveAttribute('data-engine', 'ready');
  }

  /**
   * Returns the number of what the page has opened last, and leaves a mark that is gone once the page is loaded anew.
   */
  private opened(): Promise<string | undefined> {
    return this.page.evaluate(() => {
      Object.assign(window, { marked: true });
      return document.querySelector<HTMLElement>('.status-bar')?.dataset['opened'];
    });
  }

  private async arrived(address: string, before: string | undefined): Promise<void> {
    const same = before !== undefined && (await this.page.evaluate(() => Reflect.get(window, 'marked') === true));
    if (same) await expect(this.page.locator('.status-bar')).not.toHaveAttribute('data-opened', before);
    await this.answered();
    const step = /^#x\/[^@]+(?:@(\d+))?$/.exec(address)?.[1];
    if (address.startsWith('#x/')) await expect(this.walk).toContainText(`Step ${step ?? 1} of `);
  }

  async openExample(title: string): Promise<void> {
    const before = await this.opened();
    await this.page.getByRole('button', { name: 'Examples', exact: true }).click();
    await this.page.getByRole('combobox', { name: 'Search the examples' }).fill(title);
    const found = this.page.getByRole('listbox', { name: 'Search the examples' });
    await found.getByRole('option', { name: title }).first().click();
    await this.page.getByRole('button', { name: 'Step through it' }).click();
    await this.arrived('#x/', before);
  }

  stepButton(number: number): Locator {
    return this.steps.getByRole('button', { name: new RegExp(`^Step ${number}:`) });
  }

  async selectStep(number: number): Promise<void> {
    await this.stepButton(number).click();
    await expect(this.step.getByRole('heading', { name: new RegExp(`^Step ${number} `) })).toBeVisible();
    await this.answered();
  }

  editor(): Locator {
    return this.step.getByRole('textbox', { name: /^YAML of step/ });
  }

  /** Replaces the selected step's text as a user does, select all and paste, and waits for the answer. */
  async paste(text: string): Promise<void> {
    await replaceText(this.editor(), text);
    await this.answered();
  }

  /** Writes the selected step's text on any screen: on phones by the plain editing sheet. */
  async write(text: string): Promise<void> {
    const tab = this.page.getByRole('tab', { name: 'Step', exact: true });
    if (!(await tab.isVisible())) return this.paste(text);
    await tab.click();
    const edit = this.step.getByRole('button', { name: 'Edit text' });
    if (!(await this.step.locator('textarea').isVisible())) await edit.click();
    await this.step.locator('textarea').fill(text);
    await this.answered();
  }

  /** Brings the result before the eyes, where a phone shows another pane. */
  async showResult(): Promise<void> {
    const tab = this.page.getByRole('tab', { name: 'Result', exact: true });
    if (await tab.isVisible()) await tab.click();
    await expect(this.result).toBeVisible();
  }

  /** Adds a step of a kind after the selected one, by the menu. */
  async addStep(kind: string): Promise<void> {
    await this.steps.getByRole('button', { name: 'Add step' }).click();
    await this.page.getByRole('menuitem', { name: new RegExp(`^${kind}`) }).click();
    await expect(this.step.getByRole('heading', { name: kind })).toBeVisible();
    await this.answered();
  }

  /** Opens the share dialog, waits until secrets were looked for, closes it again and returns the link. */
  async link(): Promise<string> {
    await this.page.getByRole('button', { name: 'Share', exact: true }).click();
    const box = this.page.getByRole('textbox', { name: 'The link' });
    await expect(box).toHaveValue(/#/);
    const link = await box.inputValue();
    await this.page.keyboard.press('Escape');
    return link;
  }

  /** A line of the result by what it begins with; its name says the owners in words. */
  line(start: string): Locator {
    return this.result.getByRole('option', { name: start });
  }
}

/** `E2E_SLOW=6` makes the page six times slower, to find tests that act before an answer. */
async function slowDown(page: Page): Promise<void> {
  const rate = Number(process.env['E2E_SLOW'] ?? 1);
  if (rate <= 1) return;
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

/** Replaces what stands in an editor as a user does: ask for the editor, select all, paste. */
export async function replaceText(editor: Locator, text: string): Promise<void> {
  const page = editor.page();
  await page.evaluate(() => {
    for (const view of document.querySelectorAll<HTMLElement>('.editor-static [role=listbox]')) view.focus();
  });
  await page.evaluate((content) => navigator.clipboard.writeText(content), text);
  await editor.focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('ControlOrMeta+V');
}

/** Pastes a text outside of every field and editor; without one, what the test left on the page as `pasted`. */
export async function pasteOnPage(page: Page, text?: string): Promise<void> {
  await page.evaluate((content) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', content ?? String(Reflect.get(window, 'pasted')));
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** Drops files, by their texts, on a place of the page. */
export async function dropFiles(target: Locator, files: Readonly<Record<string, string>>): Promise<void> {
  const dataTransfer = await target.page().evaluateHandle((given) => {
    const transfer = new DataTransfer();
    for (const [name, text] of Object.entries(given)) transfer.items.add(new File([text], name));
    return transfer;
  }, files);
  await target.dispatchEvent('dragover', { dataTransfer });
  await target.dispatchEvent('drop', { dataTransfer });
}

/** The address of a scenario that a program makes: plain JSON in the fragment. */
export function addressOf(steps: readonly object[]): string {
  const form = { version: 1, title: 'A test', steps };
  return `#s/1j.${Buffer.from(JSON.stringify(form)).toString('base64url')}`;
}

/**
 * Waits until the clipboard holds what is expected, because a button's copy arrives after its click, and returns it.
 */
export async function expectCopied(page: Page, what: RegExp): Promise<string> {
  const read = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(read).toMatch(what);
  return read();
}

/** Waits until the page of an element has been drawn twice, so that whatever follows a picture has come. */
export function twoFrames(within: Locator): Promise<void> {
  return within.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
}
