import { setTimeout } from 'node:timers/promises';
import type { Driven } from './driven.ts';

// What the promises look for and click on, in any browser.

/** Where the result of the selected step is. */
export const result = '[aria-label="Result of the selected step"]';

/** Forgets all that the page keeps, from a picture of its origin: an open page would write its draft again. */
export async function forget(browser: Driven, address: string): Promise<void> {
  await browser.goto(`${address}/icon.svg`);
  await browser.run(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
}

/** Loads the page anew at an address below its own, and waits until the engine has answered. */
export async function open(browser: Driven, address: string, below: string): Promise<void> {
  await browser.goto('about:blank');
  await browser.goto(`${address}/${below}`);
  await answered(browser);
}

/** Waits until the engine has answered what is on screen. */
export function answered(browser: Driven): Promise<void> {
  return until('the page has answered', () =>
    browser.run(() => document.querySelector<HTMLElement>('.status-bar')?.dataset['engine'] === 'ready'),
  );
}

/** Waits for a dialog or for an object in the result, and returns whether it is a dialog. */
export async function isAsked(browser: Driven): Promise<boolean> {
  const dialog = () => browser.run(() => document.querySelector('dialog[open]') !== null);
  const object = () => browser.run((inside) => document.querySelector(`${inside} [role=option]`) !== null, result);
  await until('a dialog or an object is there', async () => (await dialog()) || (await object()));
  return dialog();
}

/** Waits for a text on screen. */
export function seen(browser: Driven, text: string): Promise<void> {
  return until(`“${text}” is on screen`, () =>
    browser.run((wanted) => document.body.textContent.replace(/\s+/g, ' ').includes(wanted), text),
  );
}

/** Waits for a line of the result by its text, and returns what a screen reader is told of it. */
export async function line(browser: Driven, text: string): Promise<string> {
  const find = () =>
    browser.run(
      (inside, wanted) =>
        [...document.querySelectorAll(`${inside} [role=option]`)]
          .map((option) => option.getAttribute('aria-label') ?? option.textContent ?? '')
          .find((label) => label.includes(wanted)) ?? '',
      result,
      text,
    );
  await until(`the result has a line “${text}”`, async () => (await find()) !== '');
  return find();
}

/** Clicks in the middle of the first visible element whose label is, or else begins with, what is wanted. */
export async function clickOn(browser: Driven, inside: string, what: string, label: string): Promise<void> {
  const find = () =>
    browser.run(
      (place, selector, wanted) => {
        const labelled = [...document.querySelectorAll<HTMLElement>(`${place} ${selector}`)]
          .filter((element) => element.getClientRects().length > 0)
          .map((element) => ({ element, label: (element.ariaLabel ?? element.textContent ?? '').trim() }));
        const found = (
          labelled.find((each) => each.label === wanted) ?? labelled.find((each) => each.label.startsWith(wanted))
        )?.element;
        if (found === undefined) return null;
        found.scrollIntoView({ block: 'nearest' });
        const { left, top, width, height } = found.getBoundingClientRect();
        return [left + width / 2, top + height / 2] as const;
      },
      inside,
      what,
      label,
    );
  await until(`“${label || what}” is there`, async () => (await find()) !== null);
  const [x, y] = (await find()) ?? [0, 0];
  await browser.click(x, y);
}

/** How often a state is looked for before it counts as never coming; ten times a second. */
const tries = 600;

/** Waits for a state; throws where it never comes. */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (let tried = 0; tried < tries; tried++) {
    if (await holds()) return;
    await setTimeout(100);
  }
  throw new Error(`it never came that ${what}`);
}
