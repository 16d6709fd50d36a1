import { readNonce, readSettings } from '@managed-fields/embed';
import { visibleText } from '@managed-fields/foreign-text';
import { staticCss } from '@managed-fields/rendering';
import { draw } from './draw.ts';
import './embed.css';
import { listen } from './events.ts';
import { frame } from './frame.ts';
import { host } from './host.ts';
import { type Model, titleOf } from './model.ts';
import { lineId } from './object-lines.ts';
import { screen } from './screen.ts';

const root = document.getElementById('embed');
if (root === null) throw new Error('the page has no root');

const style = new CSSStyleSheet();
style.replaceSync(staticCss);
document.adoptedStyleSheets = [style];

const nonce = takeNonce();
const query = new URLSearchParams(location.search);
const embed = frame(readSettings(Object.fromEntries(query)), query.get('title')?.slice(0, 200), show);
const parent = host(embed, nonce);
listen(root, embed);
followHeight(root);
void start();

/** Takes the nonce out of the address, and out of the history, so that it is said once and nobody else finds it. */
function takeNonce(): string | undefined {
  const { nonce, shown } = readNonce(location.hash);
  if (nonce !== undefined) history.replaceState(null, '', `${location.pathname}${location.search}#${shown}`);
  return nonce;
}

/** Shows what the address names. A frame without anything waits for its host; a page of its own says that it is empty. */
async function start(): Promise<void> {
  const read = () => location.hash.slice(1);
  const fragment = read();
  // Words first: what is opened is drawn in them.
  await embed.set({});
  if (fragment !== '') await embed.open({ fragment });
  else if (window.parent === window) await embed.open({ scenario: { version: 1, steps: [] } });
  window.addEventListener('hashchange', () => {
    if (read() !== '') void embed.open({ fragment: read() });
  });
}

function show(model: Model, reveal: number | undefined): void {
  if (root === null) return;
  const { words, settings } = model;
  document.documentElement.lang = words.code;
  document.documentElement.dataset['theme'] = settings.theme ?? 'auto';
  document.title = visibleText(titleOf(model)) || document.title;
  draw(root, { tag: 'div', attributes: { id: 'embed' }, children: [screen(model)] }, words.view.leftOut);
  const line = document.getElementById(`${lineId}${model.line}`);
  if (reveal !== undefined) scrollTo(document.getElementById(`${lineId}${reveal}`), true);
  else if (line !== null && document.activeElement?.contains(line)) scrollTo(line, false);
  const chip = root.querySelector<HTMLElement>('.embed-chip[aria-current]');
  const chips = chip?.closest('ol');
  if (chip && chips) chips.scrollLeft = chip.offsetLeft - chips.offsetLeft - (chips.clientWidth - chip.offsetWidth) / 2;
  // Measured now: a frame out of sight is not drawn, and would not hear of its height before it is scrolled to.
  parent.resize(Math.ceil(root.getBoundingClientRect().height));
  parent.post(model);
}

/** Scrolls what holds a line, and nothing around it: the page that the frame stands on stays where it is. */
function scrollTo(line: HTMLElement | null, middle: boolean): void {
  const box = line?.closest<HTMLElement>('.mf-code');
  if (line === null || box === null || box === undefined) return;
  const [view, own] = [box.getBoundingClientRect(), line.getBoundingClientRect()];
  if (own.top >= view.top && own.bottom <= view.bottom) return;
  const above = own.top - view.top;
  if (middle) box.scrollTop += above - box.clientHeight / 3;
  else box.scrollTop += above < 0 ? above : own.bottom - view.bottom;
}

/** Reports the height of the content, which depends on the frame's width alone where the host makes it as high as that. */
function followHeight(content: HTMLElement): void {
  new ResizeObserver(([entry]) => {
    const box = entry?.borderBoxSize[0]?.blockSize ?? content.offsetHeight;
    parent.resize(Math.ceil(box));
  }).observe(content);
}
