import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { service } from '@managed-fields/player/sample-texts';
import { type Tree, toHtml } from '@managed-fields/rendering';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import { objectView } from './object-view.ts';

const textOf = (tree: Tree): string => (typeof tree === 'string' ? tree : tree.children.map(textOf).join(''));

test('an object is drawn with its owners and their legend', () => {
  const html = toHtml(objectView(service));
  expect(objectView(service).attributes).toMatchObject({ role: 'figure', 'aria-label': 'Service web' });
  const text = textOf(objectView(service));
  expect(text).toContain('type: ClusterIP');
  expect(text).toContain('helm');
  expect(text).toContain('alice');
  // Each owner has a mark, in lines and legend.
  for (const place of [0, 1])
    expect(html).toMatch(new RegExp(`mf-(?:c|colour|m)-?${place}|data-c="${place}"|mf-p${place}`));
});

test('its JSON says the same', () => {
  expect(objectView(JSON.stringify(service))).toEqual(objectView(service));
});

test.each([
  [undefined, 'There is no object.'],
  ['', 'There is no object.'],
  ['{', 'This is no JSON: unexpected end of JSON input'],
  ['[]', 'This is no object.'],
  [[], 'This is no object.'],
  [{ kind: 'ConfigMap' }, 'This object has no managedFields, so nobody is known to own anything.'],
])('%j says why nothing, or little, can be shown', (given, said) => {
  expect(textOf(objectView(given))).toContain(said);
});

test('a circle, a function and strange names do no harm', () => {
  const circle: { self?: object } = {};
  circle.self = circle;
  expect(textOf(objectView(circle))).toContain('This is no object.');
  const hostile = JSON.stringify({
    ...service,
    metadata: { ...service.metadata, name: '<img src=x onerror=alert(1)>' },
  });
  expect(toHtml(objectView(hostile.replace('"type"', '"__proto__":{"a":"\u202e"},"type"')))).not.toMatch(/<img|\u202e/);
});

test('with its engine it weighs less than 60 KB, gzipped', async () => {
  for (const name of ['index.ts', 'react.ts']) {
    const input = fileURLToPath(new URL(name, import.meta.url));
    const bundle = await rolldown({ input, platform: 'browser', external: /^react$/, logLevel: 'silent' });
    const { output } = await bundle.generate({ format: 'es', minify: true, codeSplitting: false });
    await bundle.close();
    expect(output).toHaveLength(1);
    const bytes = gzipSync(output[0].code, { level: 9 }).length;
    expect(bytes, name).toBeLessThan(60_000);
    // What its README says.
    const said = /(\d+) KB gzipped/.exec(readFileSync(new URL('../README.md', import.meta.url), 'utf8'))?.[1];
    expect(Math.round(bytes / 1000)).toBe(Number(said));
  }
});
