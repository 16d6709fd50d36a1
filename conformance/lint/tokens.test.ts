import { fileURLToPath } from 'node:url';
import stylelint from 'stylelint';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What is said of a declaration as if it stood in a style sheet of the page, by the project's own settings. */
async function saidOf(declaration: string, file = 'panes/step.css'): Promise<readonly string[]> {
  const code = `a {\n  ${declaration};\n}\n`;
  const { results } = await stylelint.lint({ code, codeFilename: `${root}app/src/${file}`, cwd: root });
  return results.flatMap(({ warnings, parseErrors }) => [...warnings, ...parseErrors].map(({ text }) => text));
}

test.each([
  'padding: 7px',
  'padding: var(--space-4) 7px',
  'padding: var(--space-7)',
  'padding-inline-start: 0.5em',
  'margin: -3px 0 0',
  'margin-top: calc(-1 * 3px)',
  'gap: 5px var(--space-2)',
  'row-gap: 1rem',
  'border-radius: 5px',
  'border-radius: 50%',
  'border-radius: var(--space-2)',
  'border-top-left-radius: 3px',
  'font-size: 11.5px',
  'font-size: var(--text-large)',
  'font-size: 0.9em',
  'font-size: small',
  'font: 12px / 18px var(--mono)',
  'font: var(--text-sm) / 1.5 var(--mono)',
  'font: var(--text-sm) monospace',
  'line-height: 1.4',
  'color: #ff0000',
  'background: red',
  'border: 1px solid rgb(0 0 0 / 10%)',
  'color: light-dark(var(--ink), var(--soft))',
  'box-shadow: 0 1px 3px #0000000d',
])('no style sheet says %s', async (declaration) => {
  expect(await saidOf(declaration)).toEqual([expect.stringMatching(/token/)]);
});

test.each([
  'padding: 0 var(--space-4)',
  'padding-right: var(--button-room)',
  'margin: 0 calc(-1 * var(--space-6)) auto',
  'margin-left: -1px',
  'margin: 10vh auto',
  'gap: var(--space-2) var(--space-4)',
  'border-radius: var(--radius-md) 0 0 var(--radius-md)',
  'font-size: inherit',
  'font: 600 var(--text-sm) / 18px var(--mono)',
  'font: var(--text-md) / var(--leading) var(--ui)',
  'color: currentColor',
  'background: color-mix(in srgb, var(--accent) 9%, transparent)',
  'border: 1px solid var(--line)',
  'width: 420px',
])('a style sheet may say %s', async (declaration) => {
  expect(await saidOf(declaration)).toEqual([]);
});

test('colours have their values in the tokens alone', async () => {
  expect(await saidOf('--ink: light-dark(#000000, #ffffff)', 'core/theme/tokens.css')).toEqual([]);
  expect(await saidOf('--ink: light-dark(#000000, #ffffff)')).not.toEqual([]);
});
