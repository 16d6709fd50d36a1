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

/** Layout facts that are a padding, margin or gap, and whose values stand where they are used. */
const rooms = [
  // For something that lies over a text, or stands before it in a column of its own.
  'button-room',
  'check-room',
  'folded-room',
  'severity-room',
  // What the editor draws beside the letters of a line.
  'lane',
  // The names above the columns of a heat map.
  'heat-head',
  // Shares of the screen, above what lies over the page.
  'palette-top',
  'share-top',
  'crash-top',
];
const room = `var\\(--(?:${rooms.join('|')})\\)`;

/** A padding, margin or gap: nothing, a token or a layout fact, either also negative, or as many tokens as a row lies deep. */
const measure = `(?:${token('space')}|${room})`;
const deep = `calc\\(${token('space')} \\+ var\\(--depth\\) \\* ${token('space')}\\)`;
/** Neighbours whose borders are one overlap by -1px. */
const space = parts('0', 'auto', 'normal', '-1px', measure, `calc\\(-1 \\* ${measure}\\)`, deep);
/** A corner: square, or a token for each. */
const radius = parts('0', 'inherit', token('radius'));
/** A font size: a token, or the one around it. */
const size = parts('inherit', token('text'));
/** The height of lines; `--row` is that of lines that make rows of one height, which a window of rows counts in. */
const leading = `(?:var\\(--leading\\)|${token('leading')}|var\\(--row\\))`;
/** A font in one: its size is a token, and so is the height of its lines. */
const font = parts('inherit', `(?:\\d00 )?${token('text')}(?: / ${leading})? var\\(--(?:mf-)?(?:mono|ui)\\)`);

/** Functions whose values are no colours, but for the mixture of two that are there already. */
const functions = [
  ...['var', 'attr', 'counter', 'calc', 'min', 'max', 'minmax', 'repeat', 'inset', 'rotate', 'translateX'],
  ...['color-mix', 'linear-gradient', 'radial-gradient'],
];

/** @type {import('stylelint').Config} */
export default {
  reportDescriptionlessDisables: true,
  reportNeedlessDisables: true,
  rules: {
    'declaration-property-value-allowed-list': [
      {
        '/^(?:-[a-z]+-)?(?:padding|margin|gap|(?:grid-)?(?:row-|column-)?gap|scroll-padding|scroll-margin|border-spacing|inset|text-indent)/i':
          [space],
        '/radius$/i': [radius],
        '/^font-size$/i': [size],
        '/^font$/i': [font],
        '/^line-height$/i': parts('0', '1', 'inherit', leading),
        '/^(?:letter|word)-spacing$/i': [/^(?:0|normal|inherit|var\(--tracking\))$/],
      },
      { message: (property, value) => `"${property}: ${value}" is no token of tokens.css` },
    ],
    'color-no-hex': [true, { message: 'a colour is a token of tokens.css' }],
    'color-named': ['never', { message: 'a colour is a token of tokens.css' }],
    'function-allowed-list': [functions, { message: 'a colour is a token of tokens.css, and so is a size' }],
  },
  overrides: [
    {
      files: ['**/tokens.css'],
      rules: {
        'color-no-hex': null,
        'function-allowed-list': null,
      },
    },
  ],
};
