import { gzipSync } from 'node:zlib';
import type { AnnotatedText, FieldView, Playback, StepView } from '@managed-fields/player';
import type { Outcome, Scenario } from '@managed-fields/scenario';
import { counting, view } from '@managed-fields/words/messages/all';
import { describe, expect, test } from 'vitest';
import { staticWords } from './language/static-words.ts';
import { type StaticViewOptions, scenarioView } from './scenario-view.ts';
import { staticCss } from './static-css.ts';
import { toHtml } from './tree.ts';

const text = 'metadata:\n  managedFields:\n  - manager: helm\n  name: a\ndata:\n  a: "1"\n';

function field(path: string, line: string, more: Partial<FieldView>): FieldView {
  const from = text.indexOf(line);
  const range = { from, to: from + line.length };
  const key = { from, to: from + line.indexOf(':') };
  return { path, range, key, value: undefined, leaf: true, state: 'owned', owners: [], preview: '', ...more };
}

const owner = { manager: 'helm', operation: 'Apply', subresource: '', apiVersion: 'v1', time: undefined } as const;

const result: AnnotatedText = {
  text,
  managers: [{ ...owner, fieldCount: 1, bytes: 80 }],
  fields: [
    field('.metadata.name', 'name: a', { state: 'unowned', why: 'identity' }),
    field('.data.a', 'a: "1"', { owners: [0] }),
  ],
  managedFields: { from: text.indexOf('managedFields'), to: text.indexOf('  name') },
};

const scenario: Scenario = {
  title: 'Two managers',
  steps: [
    { id: 's1', kind: 'apply', manager: 'helm', text: 'data:\n  a: "1"\n', note: 'helm begins.' },
    { id: 's2', kind: 'apply', manager: 'ui', text: 'data:\n  a: "2"\n' },
    { id: 's3', kind: 'delete', text: '' },
  ],
};

const told = { warnings: [], problems: [] };
const outcomes: readonly Outcome[] = [
  { ...told, stepId: 's1', status: 'created' },
  { ...told, stepId: 's2', status: 'conflict', code: 409 },
  { ...told, stepId: 's3', status: 'deleted' },
];

function play(stepId: string): Playback {
  const conflict = {
    message: 'Apply failed with 1 conflict: conflict with "helm": .data.a',
    manager: 'ui',
    resolvable: true,
    fields: [{ key: 'k', path: '.data.a', owner, live: '"1"', declared: '"2"', range: undefined }],
  };
  return {
    outcomes,
    managers: ['helm', 'ui'],
    view: {
      stepId,
      result: stepId === 's3' ? undefined : result,
      stale: false,
      own: undefined,
      conflict: stepId === 's2' ? conflict : undefined,
      request: undefined,
      admission: [],
      notices: [],
      command: undefined,
      tool: undefined,
      sent: undefined,
    },
  };
}

const html = (options?: StaticViewOptions) => toHtml(scenarioView(scenario, play, options));
/** The summaries of the steps that are open. */
const openSteps = (options?: StaticViewOptions) =>
  [...html(options).matchAll(/<li><details open><summary><span class="mf-place">(\d+)/g)].map(([, place]) => place);

describe('a static view of a scenario', () => {
  test('says in words what it shows in colours', () => {
    expect(html()).toContain('<span class="mf-aloud">, owned by helm (Apply)</span>');
    expect(html()).toContain('<span class="mf-aloud">, nobody: identity</span>');
  });

  test('holds the message of a conflict, both values and both managers', () => {
    const conflict = /<div class="mf-bad".*?<\/table>/.exec(html())?.[0] ?? '';
    for (const part of ['conflict with &quot;helm&quot;', '.data.a', '&quot;1&quot;', '&quot;2&quot;', '<b>ui</b>']) {
      expect(conflict).toContain(part);
    }
  });

  test('says of a command that is not played that it is not, and shows no error', () => {
    const steps = [{ id: 's1', kind: 'kubectl' as const, text: 'kubectl proxy' }];
    const outcomes: readonly Outcome[] = [{ ...told, stepId: 's1', status: 'not-played' }];
    const view = { ...play('s1').view, stepId: 's1', conflict: undefined } as StepView;
    const shown = toHtml(scenarioView({ title: '', steps }, () => ({ outcomes, managers: [], view })));
    expect(shown).toContain('<span class="mf-badge">not played</span>');
    expect(shown).toContain('<p class="mf-notice">This command is not played here, so it changes nothing.</p>');
    expect(shown).not.toContain('mf-worse');
  });

  test('folds managedFields, and what was sent, without a script', () => {
    expect(html()).toMatch(
      /<details class="mf-details"><summary>.*?managedFields.*?<\/summary>.*?manager.*?<\/details>/,
    );
    expect(html({ view: 'managedfields' })).toContain('<details class="mf-details" open>');
    expect(html()).toContain('<summary>What step 2 sends</summary>');
    expect(html()).toContain('This step leaves no object to show.');
  });

  test('draws only the object of the open step where it is asked to, and still how the others ended', () => {
    const light = html({ objects: 'open', step: 1 });
    expect(light.match(/aria-label="The object after step/g)).toHaveLength(1);
    expect(light).toContain('conflict with &quot;helm&quot;');
    expect(light).not.toContain('What step 2 sends');
    expect(html({ step: 1 }).match(/aria-label="The object after step/g)).toHaveLength(2);
  });

  test('has no ids and no styles of its own, so that ten of them can stand on one page', () => {
    expect(html()).not.toMatch(/ (?:id|for|style|aria-labelledby|aria-describedby|aria-controls)=/);
  });

  test.each<[StaticViewOptions, string]>([
    [{}, '2'],
    [{ step: 1 }, '1'],
    [{ step: '3' }, '3'],
    [{ step: 's1' }, '1'],
    [{ step: 9 }, '2'],
  ])('with %j opens step %s', (options, place) => {
    expect(openSteps(options)).toEqual([place]);
  });

  test.each([
    ['https://example.com/#x/a', true],
    ['../play/#x/a', true],
    ['play:8080/', false],
    ['javascript:alert(1)', false],
    [' java\nscript:alert(1)', false],
    ['data:text/html,x', false],
  ])('leads to %j: %s', (link, leads) => {
    expect(html({ link }).includes('<a href=')).toBe(leads);
  });

  test('follows the page around it unless it is told otherwise, and speaks the words that it is given', () => {
    expect(html()).toMatch(/^<div class="mf" role="figure" aria-label="Two managers">/);
    expect(html({ theme: 'dark', lang: 'zh-CN' })).toMatch(/^<div class="mf mf-dark" [^>]*lang="zh-CN">/);
    expect(html({ words: staticWords({ counting: counting['zh-CN'], view: view['zh-CN'] }) })).toContain(
      '归 helm（Apply）所有',
    );
    expect(html({ title: '' })).not.toMatch(/mf-caption|aria-label=""/);
  });
});

test('the style is small, asks for nothing, and names only what is its own', () => {
  expect(gzipSync(staticCss).length).toBeLessThan(6000);
  expect(staticCss).not.toMatch(/@import|url\(/);
  const selectors = [...staticCss.matchAll(/(?:^|[}{])\s*([^@{}]+)\{/g)].map(([, selector = '']) => selector);
  expect(selectors.filter((selector) => !selector.includes('.mf'))).toEqual([]);
});
