import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { renderStatic, type StaticOptions } from './static.ts';

const example = (name: string) =>
  readFileSync(new URL(`../../../public/examples/${name}.yaml`, import.meta.url), 'utf8');

async function htmlOf(given: Parameters<typeof renderStatic>[0], options?: StaticOptions): Promise<string> {
  const view = await renderStatic(given, options);
  if (view.kind === 'failure') throw new Error(JSON.stringify(view));
  return view.html;
}

interface Drawn {
  readonly name: string;
  /** What a reader finds in the text of the view. */
  readonly says: readonly string[];
}

describe.each<Drawn>([
  { name: 'first-configmap', says: ['created', 'kind: ConfigMap'] },
  { name: 'apply-force', says: ['Apply failed with 1 conflict', 'conflict'] },
  { name: 'atomic-list', says: ['Apply failed with 1 conflict: conflict with "team-cart": .spec.rules', 'team-pay'] },
  { name: 'migrate-to-server-side', says: ['kubectl-client-side-apply', 'kubectl apply'] },
  { name: 'foo-topology', says: ['CustomResourceDefinition'] },
])('$name', ({ name, says }) => {
  test('is drawn with owners and answers, the same each time, in whole elements', async () => {
    const html = await htmlOf(example(name));
    const { elements, text } = read(html);
    for (const words of says) expect(text).toContain(words);
    expect([...elements].filter((tag) => /^(script|style|iframe|img|object|link|form)$/.test(tag))).toEqual([]);
    expect(await htmlOf(example(name))).toBe(html);
  });
});

const hostile = `</pre></script><script>alert(1)</script><img src=x onerror=alert(1)>"'&`;

test('nothing that a scenario says becomes markup', async () => {
  const html = await htmlOf(
    {
      version: 1,
      title: hostile,
      about: hostile,
      steps: [
        {
          kind: 'apply',
          manager: hostile.slice(0, 100),
          name: hostile,
          note: hostile,
          text: JSON.stringify({
            apiVersion: 'v1',
            kind: 'ConfigMap',
            metadata: { name: 'a' },
            data: { [hostile]: hostile },
          }),
        },
        { kind: 'apply', text: hostile },
      ],
    },
    { title: hostile, link: 'javascript:alert(1)' },
  );
  const { elements, text, attributes } = read(html);
  expect([...elements]).not.toContain('script');
  expect([...elements]).not.toContain('img');
  expect([...attributes].filter((name) => /^on|^src$|^href$|^style$/.test(name))).toEqual([]);
  expect(text).toContain('<script>alert(1)</script>');
});

test('leads to the same scenario in a playground', async () => {
  const html = await htmlOf(example('first-configmap'), { base: 'https://fields.example.com/play' });
  expect(html).toMatch(/href="https:\/\/fields\.example\.com\/play\/#s\/[\w./-]+"/);
  expect(await htmlOf(example('first-configmap'))).not.toContain('href');
});

test.each(['https://fields.example.com', 'HTTP://localhost:8080/play/', '/play', './play', '../a:b/', 'play/'])(
  'leads to a playground at %j',
  async (base) => {
    expect(await htmlOf(example('first-configmap'), { base })).toContain(`href="${base.replace(/\/?$/, '/')}#s/`);
  },
);

test.each([
  'javascript:alert(1)//',
  'JavaScript:alert(1)//',
  'java\nscript:alert(1)//',
  ' javascript:alert(1)//',
  '\u0001javascript:alert(1)//',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'blob:https://fields.example.com/1',
  'file:///etc/',
  'https:fields.example.com',
  'https:///fields.example.com',
  'https:\\\\fields.example.com',
  '//fields.example.com',
  '/\t/fields.example.com',
  '/\\fields.example.com',
  '\\\\fields.example.com',
  ' https://fields.example.com',
  'https://fields.example.com\n',
  '\ufeffhttps://fields.example.com',
  'https://fields\u200b.example.com',
  'https://fields.example.com/\u202egnp',
])('refuses to lead to %j', async (base) => {
  const view = await renderStatic(example('first-configmap'), { base });
  expect(view).toMatchObject({ kind: 'failure', code: 'not-an-address', problems: [{ at: 'base' }] });
});

test('opens the step that was asked for, in the language and theme that were asked for', async () => {
  const html = await htmlOf(example('apply-force'), { step: 1, lang: 'uk', theme: 'dark', title: '' });
  expect(html).toMatch(/^<div [^>]*class="[^"]*mf-dark[^>]*lang="uk"/);
  expect(html.indexOf('<details open>')).toBe(html.indexOf('<details'));
  expect(html).toMatch(/[а-яїєі]/);
});

test.each([
  ['broken YAML', 'steps: [', 'unreadable'],
  ['a manifest', 'apiVersion: v1\nkind: Pod\n', 'not-a-scenario'],
  ['a file of the future', 'version: 99\nsteps: []\n', 'newer-version'],
  ['an unknown kind of step', { version: 1, steps: [{ kind: 'guess' }] }, 'not-a-scenario'],
] as const)('says what is wrong with %s', async (_, given, code) => {
  // @ts-expect-error one of the scenarios is none.
  const view = await renderStatic(given);
  expect(view).toMatchObject({ kind: 'failure', code });
  expect(view.kind === 'failure' && view.problems.length).toBeGreaterThan(0);
});

/** Reads HTML as strictly as XML: every element but `wbr` is closed in its order, every attribute quoted, every < and & escaped. */
function read(html: string) {
  const elements = new Set<string>();
  const attributes = new Set<string>();
  const open: string[] = [];
  let text = '';
  let rest = html;
  while (rest !== '') {
    const token = /^(?:<\/([a-z0-9]+)>|<([a-z0-9]+)((?: [a-z-]+(?:="[^"<]*")?)*)>|[^<]+)/.exec(rest);
    if (token === null) throw new Error(`no markup: ${rest.slice(0, 80)}`);
    const [whole, closed, opened, given = ''] = token;
    rest = rest.slice(whole.length);
    if (opened !== undefined) {
      if (opened !== 'wbr') open.push(opened);
      elements.add(opened);
      for (const [, name = ''] of given.matchAll(/ ([a-z-]+)(?:="[^"<]*")?/g)) attributes.add(name);
    } else if (closed !== undefined) {
      expect(open.pop()).toBe(closed);
    } else {
      expect(whole).not.toMatch(/&(?!(amp|lt|gt|quot|#\d+);)/);
      text += unescaped(whole);
    }
  }
  expect(open).toEqual([]);
  return { elements, attributes, text };
}

function unescaped(text: string): string {
  const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
  return text.replace(/&(?:#(\d+)|(\w+));/g, (whole, number, name) =>
    number === undefined ? (characters[name] ?? whole) : String.fromCodePoint(Number(number)),
  );
}
