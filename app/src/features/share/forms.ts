import { roomOfExample, roomOfLesson } from '@managed-fields/embed';
import { hasHidden, htmlExact, htmlText, markdownText } from '@managed-fields/foreign-text';
import type { AnyStep, Scenario, Step } from '@managed-fields/scenario';
import { addressIn, type LinkLook } from '../../core/store/link-address.ts';

/** What the shared texts are made of: the address of the page, the link, and what the page shows first. */
export interface Shared {
  /** The address of the folder of the page, with its slash. */
  readonly folder: string;
  /** The fragment of the link, without `#`. */
  readonly fragment: string;
  readonly title: string;
  readonly look: LinkLook;
}

/** The names that embedded pages have for the views, by the names of this page. */
const embedViews: Readonly<Record<string, string>> = {
  object: 'object',
  changes: 'changes',
  entries: 'managedfields',
  table: 'table',
};

/** Returns the address that opens the scenario in the page. */
export function linkTo({ folder, fragment, look }: Shared): string {
  return addressIn(folder, '', fragment, { step: look.step, view: look.view });
}

/** Returns a Markdown link. Characters of the title that have a meaning in Markdown are escaped. */
export function markdownOf(shared: Shared): string {
  return `[${markdownText(shared.title)}](${linkTo(shared)})`;
}

/** Returns the HTML of an iframe with the scenario. */
export function frameCode({ folder, fragment, title, look }: Shared): string {
  const address = addressIn(folder, 'embed.html', fragment, embedLook(look));
  return `<iframe src="${htmlExact(address)}" title="${htmlText(title)}" width="100%" height="480" loading="lazy" style="border: 0" sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer" allow="clipboard-write"></iframe>\n`;
}

/** Returns the HTML of the custom element with its script; the scenario is packed into an attribute. */
export function elementCode({ folder, fragment, title, look }: Shared): string {
  const room = roomOf(fragment, look);
  return `${scriptCode(folder)}<managed-fields-playground ${contentCode(fragment)}${settingsCode(title, look)}${room}></managed-fields-playground>\n`;
}

/**
 * Returns the HTML of the custom element around a static view, which is there without scripts and in print. Where scripts
 * run, a button in it opens the frame: until then nothing of the page moves.
 */
export function stillCode({ folder, fragment, title, look }: Shared, view: string): string {
  const style = `<link rel="stylesheet" href="${htmlExact(`${folder}static.css`)}">\n`;
  return `${style}${scriptCode(folder)}<managed-fields-playground ${contentCode(fragment)}${settingsCode(title, look)} loading="click">\n${view}\n</managed-fields-playground>\n`;
}

/** What the element shows, by its name or packed. */
function contentCode(fragment: string): string {
  const [, of, name] = /^([xl])\/([^@]+)/.exec(fragment) ?? [];
  if (of === undefined || name === undefined) return `scenario="${htmlExact(fragment)}"`;
  return `${of === 'x' ? 'example' : 'lesson'}="${htmlExact(name)}"`;
}

/** The room that an example or a lesson takes on screen, so that nothing moves when it comes. */
function roomOf(fragment: string, { step, view }: LinkLook): string {
  const [, of, name = ''] = /^([xl])\/([^@]+)/.exec(fragment) ?? [];
  const measured = of === 'x' ? roomOfExample(name, step) : of === 'l' ? roomOfLesson(name) : undefined;
  return measured === undefined || (view ?? 'object') !== 'object' ? '' : ` room="${measured}"`;
}

/**
 * Returns the HTML of the custom element with its script and the steps as YAML; undefined where child elements cannot
 * hold the whole scenario.
 */
export function writtenElementCode({ folder, title, look }: Shared, { steps }: Scenario): string | undefined {
  const children = steps.map(childCode);
  if (children.some((child) => child === undefined)) return undefined;
  return `${scriptCode(folder)}<managed-fields-playground${settingsCode(title, look)}>\n${children.join('')}</managed-fields-playground>\n`;
}

function scriptCode(folder: string): string {
  return `<script async src="${htmlExact(`${folder}embed.js`)}"></script>\n`;
}

function settingsCode(title: string, look: LinkLook): string {
  const { step, view, theme } = embedLook(look);
  const settings = { title, step: step === undefined || step < 2 ? undefined : String(step), view, theme };
  return Object.entries(settings)
    .map(([name, value]) => (value === undefined || value === '' ? '' : ` ${name}="${htmlExact(value)}"`))
    .join('');
}

function embedLook({ step, view, theme }: LinkLook): LinkLook {
  const shown = view === undefined ? undefined : embedViews[view];
  return { step, view: shown === 'object' ? undefined : shown, theme: theme === 'auto' ? undefined : theme };
}

/**
 * Returns a step as a child element; undefined where its text would not come out the same but for empty lines around
 * it.
 */
function childCode(step: Step): string | undefined {
  const { kind, text, files, object, id: _, ...settings }: AnyStep = step;
  // The content of a script element ends at its end tag, whatever YAML says.
  if (files !== undefined || object !== undefined || /<\/script|<!--/i.test(text)) return undefined;
  // What hides in it would hide in the page's source too, and some of it would not come out.
  if (hasHidden(text) || text.includes('\r')) return undefined;
  const lines = text.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
  // The element removes the indentation that all lines have.
  if (lines !== '' && !/^\S/m.test(lines)) return undefined;
  const data = Object.entries(settings)
    .map(
      ([name, value]) =>
        ` data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}="${htmlExact(String(value))}"`,
    )
    .join('');
  return `<script type="application/yaml"${kind === 'apply' ? '' : ` data-op="${kind}"`}${data}>\n${lines}\n</script>\n`;
}
