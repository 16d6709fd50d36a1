import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import stylelint from 'stylelint';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What is said of a declaration as if it stood in a style sheet of the page, by the project's own settings. */
async function saidOf(declaration: string, file = 'features/scenario/step/step.css'): Promise<readonly string[]> {
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
  // Ways round the rules.
  '--x: 7px; padding: var(--x)',
  '--x-room: 7px; margin-left: var(--x-room)',
  'padding: var(--depth)',
  'padding-left: calc(var(--space-4) + var(--depth) * 7px)',
  'padding: 13%',
  'margin-top: 3vh',
  'margin: 2mm',
  'PADDING: 7px',
  'Margin-Top: 7px',
  '-webkit-padding-start: 7px',
  '-webkit-margin-before: 7px',
  'grid-gap: 7px',
  'grid-row-gap: 7px',
  'grid-column-gap: 7px',
  'border-spacing: 7px',
  'inset: 3px',
  'inset-inline: 3px 0',
  'text-indent: 7px',
  'letter-spacing: 0.5px',
  'word-spacing: 3px',
  'FONT-SIZE: 13.5px',
  'Border-Radius: 5px',
  '-webkit-border-radius: 5px',
  'line-height: 19px',
  'font: var(--text-sm) / 19px var(--mono)',
  'color: RGB(255 0 0)',
  'color: Hsl(0 100% 50%)',
  'color: device-cmyk(0 1 1 0)',
  'color: contrast-color(var(--bg))',
  'color: RED',
])('no style sheet says %s', async (declaration) => {
  expect(await saidOf(declaration)).toEqual([expect.stringMatching(/token/)]);
});

test.each([
  'padding: 0 var(--space-4)',
  'padding-right: var(--button-room)',
  'margin: 0 calc(-1 * var(--space-6)) auto',
  'margin-left: -1px',
  'margin: var(--crash-top) auto',
  'padding: 0 var(--space-6) 0 calc(var(--space-4) + var(--depth) * var(--space-8))',
  'inset: 0 calc(-1 * var(--space-2))',
  'line-height: var(--leading-sm)',
  'line-height: var(--row)',
  'letter-spacing: var(--tracking)',
  'gap: var(--space-2) var(--space-4)',
  'border-radius: var(--radius-md) 0 0 var(--radius-md)',
  'font-size: inherit',
  'font: 600 var(--text-sm) / var(--leading-sm) var(--mono)',
  'font: var(--text-md) / var(--leading) var(--ui)',
  'color: currentColor',
  'background: color-mix(in srgb, var(--accent) 9%, transparent)',
  'border: 1px solid var(--line)',
  'width: 420px',
])('a style sheet may say %s', async (declaration) => {
  expect(await saidOf(declaration)).toEqual([]);
});

test('the place of the probes, and each layout fact that the rules name, is there', () => {
  expect(existsSync(`${root}app/src/features/scenario/step/step.css`)).toBe(true);
  const rules = readFileSync(`${root}stylelint.config.js`, 'utf8');
  const [, list = ''] = /^const rooms = \[$([\s\S]*?)^\];$/m.exec(rules) ?? [];
  const facts = [...list.matchAll(/'([a-z-]+)'/g)].map(([, name = '']) => name);
  const sheets = readdirSync(`${root}app/src`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .map((file) => readFileSync(`${root}app/src/${file}`, 'utf8'));
  expect(facts.length).toBeGreaterThan(5);
  expect(facts.filter((name) => !sheets.some((text) => text.includes(`  --${name}: `)))).toEqual([]);
});

test('colours have their values in the tokens alone', async () => {
  expect(await saidOf('--ink: light-dark(#000000, #ffffff)', 'core/theme/tokens.css')).toEqual([]);
  expect(await saidOf('--ink: light-dark(#000000, #ffffff)')).not.toEqual([]);
});
