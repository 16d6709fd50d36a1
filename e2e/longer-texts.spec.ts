import { longer } from '@managed-fields/words/longer';
import type { Page } from '@playwright/test';
import { spread } from '../conformance/whole.ts';
import { expectInReach, expectNothingWide, zoomed } from './overflow.ts';
import { Playground } from './page.ts';
import { further, test } from './test.ts';
import { showView, views } from './views.ts';

// Many views in one page, each of which takes its time on a busy machine.
test.describe.configure({ timeout: 400_000 });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** What is no text of ours, or is not laid out by its length. */
const data = 'code, pre, textarea, input, select, script, style, [role=code], .mf-lines, .code-view';

/**
 * Measures with all texts of the page longer by a third, as in a language with long words. They are English again
 * afterwards, so that views are found by their English words and React finds what it has drawn.
 */
async function withLonger<T>(page: Page, measure: () => Promise<T>): Promise<T> {
  const nodes = await page.evaluateHandle((left) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: { readonly node: Node; readonly text: string }[] = [];
    while (walker.nextNode()) {
      const { currentNode: node } = walker;
      const text = node.nodeValue ?? '';
      if (/\p{L}/u.test(text) && node.parentElement?.closest(left) === null) found.push({ node, text });
    }
    return found;
  }, data);
  const texts = await nodes.evaluate((all) => all.map(({ text }) => text));
  await nodes.evaluate((all, said) => {
    for (const [index, { node }] of all.entries()) node.nodeValue = said[index] ?? '';
  }, texts.map(longer));
  try {
    return await measure();
  } finally {
    await nodes.evaluate((all, said) => {
      // What was drawn anew in the meantime stays.
      for (const [index, { node, text }] of all.entries()) if (node.nodeValue === said[index]) node.nodeValue = text;
    }, texts.map(longer));
    await nodes.dispose();
  }
}

const looked = spread(views, 6);
const parts = Array.from({ length: Math.ceil(looked.length / 9) }, (_, part) => looked.slice(part * 9, part * 9 + 9));

for (const some of parts) {
  test(`texts longer by a third have room: ${some[0]?.name} to ${some.at(-1)?.name}`, further, async ({ page }) => {
    for (const view of some) {
      await test.step(view.name, async () => {
        await page.setViewportSize({ width: 1440, height: 860 });
        await page.goto('about:blank');
        await showView(page, new Playground(page), view);
        const look = <T>(measure: () => Promise<T>) => withLonger(page, measure);
        await expectNothingWide(page, view.name, [1440, 720, 639, 390, 320], look);
        await expectInReach(page, zoomed, look);
      });
    }
  });
}
