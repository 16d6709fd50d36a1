// The rules that hold the style sheets of the page to the tokens of `tokens.css`. How a style sheet is written is
// Biome's part; nothing of that stands here.

import { readFileSync } from 'node:fs';

const tokens = readFileSync(new URL('app/src/core/theme/tokens.css', import.meta.url), 'utf8');

/** A token of a kind, as it is used: `var(--text-sm)`. */
const token = (kind) => {
  const names = [...tokens.matchAll(new RegExp(`--${kind}-([a-z0-9]+):`, 'g'))].map(([, name]) => name);
  return `var\\(--${kind}-(?:${names.join('|')})\\)`;
};

/** Parts of a value, one after the other. */
const parts = (...each) => new RegExp(`^(?:(?:${each.join('|')})(?: |$))+$`);

/** A custom property of another kind: a layout fact with a name. */
const fact = 'var\\(--(?!space|text|radius)[a-z-]+\\)';

/**
 * A padding, margin or gap: nothing, a token or a layout fact with a name, either also negative, or a share of the
 * screen or the paper. Neighbours whose borders are one overlap by -1px.
 */
const measure = `(?:${token('space')}|${fact})`;
const space = parts('0', 'auto', '-1px', '\\d+(?:vh|%|mm)', measure, `calc\\(-1 \\* ${measure}\\)`);
/** A corner: square, or a token for each. */
const radius = parts('0', 'inherit', token('radius'));
/** A font size: a token, or the one around it. */
const size = parts('inherit', token('text'));
/** A font in one: its size is a token. */
const font = parts(
  'inherit',
  `(?:\\d00 )?${token('text')}(?: / (?:\\d+px|var\\(--leading\\)))? var\\(--(?:mf-)?(?:mono|ui)\\)`,
);

/** @type {import('stylelint').Config} */
export default {
  reportDescriptionlessDisables: true,
  reportNeedlessDisables: true,
  rules: {
    'declaration-property-value-allowed-list': [
      {
        '/^(?:padding|margin|gap|row-gap|column-gap|scroll-padding|scroll-margin)/': [space],
        '/radius$/': [radius],
        'font-size': [size],
        font: [font],
        'line-height': [/^(?:0|1|inherit|\d+px|var\(--leading\))$/],
      },
      { message: (property, value) => `"${property}: ${value}" is no token of tokens.css` },
    ],
    'color-no-hex': [true, { message: 'a colour is a token of tokens.css' }],
    'color-named': ['never', { message: 'a colour is a token of tokens.css' }],
    'function-disallowed-list': [
      ['rgb', 'rgba', 'hsl', 'hsla', 'hwb', 'lab', 'lch', 'oklab', 'oklch', 'color', 'light-dark'],
      { message: 'a colour is a token of tokens.css' },
    ],
  },
  overrides: [
    {
      files: ['**/tokens.css'],
      rules: {
        'color-no-hex': null,
        'function-disallowed-list': null,
      },
    },
  ],
};
