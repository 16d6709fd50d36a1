import { readFileSync } from 'node:fs';
import { colourCount, managerProperties, staticCss } from '@managed-fields/rendering';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

type Rgb = readonly [number, number, number];
type Ground = 'light' | 'dark';

/** The colours of a block of the style sheet by name, as they are on a light or a dark ground. */
function tokens(selector: string, ground: Ground): ReadonlyMap<string, string> {
  const block = css.slice(css.indexOf(`${selector} {`)).split('\n}')[0] ?? '';
  const text = selector === ':root' ? block + managerProperties : block;
  const pairs = [...text.matchAll(/--(?:mf-)?([a-z0-9-]+): ?(?:light-dark\((#\w{6}), ?(#\w{6})\)|(#\w{6}));/g)];
  return new Map(
    pairs.map(([, name = '', light = '', dark = '', both = '']) => [name, both || (ground === 'light' ? light : dark)]),
  );
}

const usual = (ground: Ground) => tokens(':root', ground);
const strong = (ground: Ground) => new Map([...usual(ground), ...tokens(':root[data-contrast="more"]', ground)]);
const themes = (['light', 'dark'] as const).flatMap((ground) => [
  { name: ground, colours: usual(ground), least: 4.5 },
  { name: `${ground}, high contrast`, colours: strong(ground), least: 7 },
]);

const grounds = ['panel', 'sunken', 'bg', 'hover', 'accent-bg'];
const texts = ['ink', 'soft', 'faint', 'accent', 'bad', 'ok', 'warn', 'key', 'string', 'number', 'comment'];
const pairs: readonly (readonly [text: string, ground: string])[] = [
  ...texts.flatMap((text) => ['panel', 'sunken'].map((ground) => [text, ground] as const)),
  ...['ink', 'soft'].flatMap((text) => grounds.map((ground) => [text, ground] as const)),
  ...['bad', 'ok', 'warn'].map((text) => [text, `${text}-bg`] as const),
  ['accent', 'accent-bg'],
  ['accent-ink', 'accent'],
];

describe.each(themes)('$name', ({ colours, least }) => {
  const contrast = (a: string, b: string) => ratio(rgbOf(colours.get(a)), rgbOf(colours.get(b)));

  test.each(pairs)('%s can be read on %s', (text, ground) => {
    expect(contrast(text, ground)).toBeGreaterThanOrEqual(least);
  });

  test.each(Array.from({ length: colourCount }, (_, index) => index))(
    'manager %i is seen, and its letter read',
    (index) => {
      for (const ground of ['panel', 'sunken']) expect(contrast(`m${index}`, ground)).toBeGreaterThanOrEqual(3);
      expect(contrast(`i${index}`, `m${index}`)).toBeGreaterThanOrEqual(4.5);
    },
  );
});

// What these eyes see, as simulated by Machado, Oliveira and Fernandes (2009), severity 1, on linear RGB.
const eyes: Readonly<Record<string, readonly number[]>> = {
  'all three cones': [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
};

describe.each(['light', 'dark'] as const)('managers on a %s ground', (ground) => {
  test.each(Object.entries(eyes))('look different with %s', (_, matrix) => {
    const colours = usual(ground);
    const seen = Array.from({ length: colourCount }, (_, index) => labOf(rgbOf(colours.get(`m${index}`)), matrix));
    for (const [index, a] of seen.entries()) {
      for (const [other, b] of seen.slice(0, index).entries()) {
        // 0.02 is about what one just notices between large patches.
        expect(distance(a, b), `${other} and ${index}`).toBeGreaterThan(0.05);
      }
    }
  });
});

function rgbOf(hex: string | undefined): Rgb {
  const part = (at: number) => {
    const value = Number.parseInt(hex?.slice(at, at + 2) ?? '', 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

function ratio(a: Rgb, b: Rgb): number {
  const luminance = ([red, green, blue]: Rgb) => 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  const [x, y] = [luminance(a), luminance(b)];
  return Math.max(x, y) / Math.min(x, y);
}

function times(matrix: readonly number[], [x, y, z]: Rgb): Rgb {
  const row = (at: number) => (matrix[at] ?? 0) * x + (matrix[at + 1] ?? 0) * y + (matrix[at + 2] ?? 0) * z;
  return [row(0), row(3), row(6)];
}

/** OKLab of a linear colour as some eyes see it. */
function labOf(colour: Rgb, eye: readonly number[]): Rgb {
  const within = (value: number) => Math.min(1, Math.max(0, value));
  const [red, green, blue] = times(eye, colour);
  const cones = times(
    [
      0.4122214708, 0.5363325363, 0.0514459929, 0.2119034982, 0.6806995451, 0.1073969566, 0.0883024619, 0.2817188376,
      0.6299787005,
    ],
    [within(red), within(green), within(blue)],
  );
  return times(
    [
      0.2104542553, 0.793617785, -0.0040720468, 1.9779984951, -2.428592205, 0.4505937099, 0.0259040371, 0.7827717662,
      -0.808675766,
    ],
    [Math.cbrt(cones[0]), Math.cbrt(cones[1]), Math.cbrt(cones[2])],
  );
}

function distance(a: Rgb, b: Rgb): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

test.each(['soft', 'faint', 'accent', 'bad', 'bad-bg', 'warn', 'warn-bg', 'key', 'string', 'number'])(
  '%s is the same in the page and in static views',
  (name) => {
    const [, light, dark] = new RegExp(`--mf-${name}:light-dark\\((#\\w+),(#\\w+)\\)`).exec(staticCss) ?? [];
    expect([light, dark]).toEqual([usual('light').get(name), usual('dark').get(name)]);
  },
);

/** The sizes of the tokens of a kind, such as `text`, in pixels. */
const sizes = (kind: string) =>
  [...css.matchAll(new RegExp(`--${kind}-\\w+: ([\\d.]+)px;`, 'g'))].map(([, size]) => Number(size));

/** What static views say of some properties, and the sizes of it in pixels; the drawing of a tint takes a pixel more. */
function sizesInStaticViews(properties: string): readonly { readonly said: string; readonly size: number }[] {
  const found = [...staticCss.matchAll(new RegExp(`[{;](?:${properties}):([^;}]*)`, 'g'))];
  return found.flatMap(([said, value = '']) =>
    [...value.matchAll(/([\d.]+)px/g)].map(([, size]) => ({ said, size: Number(size) })),
  );
}

// Static views stand in pages of others, so they have numbers in the place of tokens.
test.each([
  { kind: 'text', properties: 'font-size', also: [], least: 9 },
  { kind: 'space', properties: 'padding[a-z-]*|margin[a-z-]*|gap', also: [0, 1], least: 40 },
  { kind: 'radius', properties: 'border-radius', also: [], least: 9 },
])('static views have no other $kind than the page', ({ kind, properties, also, least }) => {
  const allowed = [...sizes(kind), ...also];
  const found = sizesInStaticViews(properties);
  expect(found.length).toBeGreaterThanOrEqual(least);
  expect(found.filter(({ size }) => !allowed.includes(size))).toEqual([]);
});

test('static views have no other size in a font than the page', () => {
  const found = [...staticCss.matchAll(/[{;]font:(?:\d00 )?([\d.]+)px/g)].map(([, size]) => Number(size));
  expect(found.length).toBeGreaterThanOrEqual(8);
  expect(found.filter((size) => !sizes('text').includes(size))).toEqual([]);
});
