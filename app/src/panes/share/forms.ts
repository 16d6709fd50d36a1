import type { AnyStep, Scenario, Step } from '@managed-fields/scenario';
import { addressIn, type LinkLook } from '../../store/link-address.ts';

/** What is written into other places: where the page lies, what is shared, and how it is to be looked at. */
export interface Shared {
  /** The folder of the page, with its slash. */
  readonly folder: string;
  /** The fragment of the link, without `#`. */
  readonly fragment: string;
  readonly title: string;
  readonly look: LinkLook;
}

/** The views that pages inside frames have, by the names of the page's own. */
const embedViews: Readonly<Record<string, string>> = {
  object: 'object',
  changes: 'changes',
  entries: 'managedfields',
  table: 'table',
};

/** The address that opens the scenario in the page. */
export function linkTo({ folder, fragment, look }: Shared): string {
  return addressIn(folder, '', fragment, { step: look.step, view: look.view });
}

/** A Markdown link; the title cannot end it, or be taken for more Markdown. */
export function markdownOf(shared: Shared): string {
  return `[${shared.title.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>!|~#&]/g, '\\$&')}](${linkTo(shared)})`;
}

/** An iframe with the page for other pages in it. */
export function frameCode({ folder, fragment, title, look }: Shared): string {
  const address = addressIn(folder, 'embed.html', fragment, embedLook(look));
  return `<iframe src="${attribute(address)}" title="${attribute(title)}" width="100%" height="480" loading="lazy" style="border: 0" sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer" allow="clipboard-write"></iframe>\n`;
}

/** The element with its script: packed, the scenario is an attribute. */
export function elementCode({ folder, fragment, title, look }: Shared): string {
  const example = /^x\/([^@]+)/.exec(fragment)?.[1];
  const content = example === undefined ? `scenario="${attribute(fragment)}"` : `example="${attribute(example)}"`;
  return `${scriptCode(folder)}<managed-fields-playground ${content}${settingsCode(title, look)}></managed-fields-playground>\n`;
}

/** The element with its script and the steps as YAML in it; undefined where children cannot say all of the scenario. */
export function writtenElementCode({ folder, title, look }: Shared, { steps }: Scenario): string | undefined {
  const children = steps.map(childCode);
  if (children.some((child) => child === undefined)) return undefined;
  return `${scriptCode(folder)}<managed-fields-playground${settingsCode(title, look)}>\n${children.join('')}</managed-fields-playground>\n`;
}

function scriptCode(folder: string): string {
  return `<script async src="${attribute(`${folder}embed.js`)}"></script>\n`;
}

function settingsCode(title: string, look: LinkLook): string {
  const { step, view, theme } = embedLook(look);
  const settings = { title, step: step === undefined || step < 2 ? undefined : String(step), view, theme };
  return Object.entries(settings)
    .map(([name, value]) => (value === undefined || value === '' ? '' : ` ${name}="${attribute(value)}"`))
    .join('');
}

function embedLook({ step, view, theme }: LinkLook): LinkLook {
  const shown = view === undefined ? undefined : embedViews[view];
  return { step, view: shown === 'object' ? undefined : shown, theme: theme === 'auto' ? undefined : theme };
}

/** A step as a child of the element, whose text is what it was but for empty lines around it. */
function childCode(step: Step): string | undefined {
  const { kind, text, files, object, id: _, ...settings }: AnyStep = step;
  // What a script holds ends at its end tag, whatever YAML says.
  if (files !== undefined || object !== undefined || /<\/script|<!--/i.test(text)) return undefined;
  const lines = text.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
  // The element takes away what all lines are indented by.
  if (lines !== '' && !/^\S/m.test(lines)) return undefined;
  const data = Object.entries(settings)
    .map(
      ([name, value]) =>
        ` data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}="${attribute(String(value))}"`,
    )
    .join('');
  return `<script type="application/yaml"${kind === 'apply' ? '' : ` data-op="${kind}"`}${data}>\n${lines}\n</script>\n`;
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
