import type { EmbedContent } from './protocol.ts';

/**
 * The scenario that an author wrote as children: a scenario file in an element with `data-scenario`, or else
 * `<script type="application/yaml" data-manager="…" data-op="…">` as steps in their order, on the version of Kubernetes in
 * the attribute `kubernetes`. `data-op` is the kind of step, `apply` where it is missing; the other settings have their
 * names in a scenario file (`data-field-validation`). That the frame can read it is not checked here; of a scenario
 * without steps it says so.
 */
export function contentOfChildren(element: HTMLElement): EmbedContent {
  const file = element.querySelector('[data-scenario]')?.textContent;
  if (file) return { file: dedent(file) };
  const steps = [...element.querySelectorAll<HTMLElement>('script[type$="yaml" i]')].map(stepOf);
  const kubernetes = element.getAttribute('kubernetes');
  return { scenario: { version: 1, title: element.title, ...(kubernetes && { kubernetes }), steps } };
}

/** The settings that an attribute can say. Other attributes are the host's. */
const texts = ['name', 'note', 'manager', 'userAgent', 'subresource', 'fieldValidation'];
const switches = ['force', 'dryRun', 'off'];

function stepOf({ dataset, textContent }: HTMLElement): object {
  const step: Record<string, unknown> = { kind: dataset['op'] ?? 'apply', text: dedent(textContent ?? '') };
  for (const name of texts) if (name in dataset) step[name] = dataset[name];
  for (const name of switches) if (name in dataset) step[name] = dataset[name] !== 'false';
  return step;
}

/** A text without the empty lines before and after it and without the indentation that all its lines share. */
export function dedent(text: string): string {
  const lines = text
    .replace(/^(\s*\n)+/, '')
    .trimEnd()
    .split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const shared = Math.min(...indents, 1000);
  return `${lines.map((line) => line.slice(shared)).join('\n')}\n`;
}
