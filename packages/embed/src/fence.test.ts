import '@managed-fields/player/whole';
import { readScenario } from '@managed-fields/scenario';
import { encodeLink } from '@managed-fields/share-link';
import { beforeAll, describe, expect, test } from 'vitest';
import { fenceView } from './fence.ts';
import { markdownItManagedFields } from './markdown-it.ts';
import { remarkManagedFields } from './remark.ts';
import { loadStaticRenderer, renderStatic, type StaticRenderer } from './static.ts';

const body = `version: 1
title: One <manager>
steps:
- kind: apply
  manager: alice
  text: |
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: a}
    data: {one: "{{ 1 }}"}
`;
const base = 'https://fields.example.com';

let render: StaticRenderer;
beforeAll(async () => {
  render = await loadStaticRenderer();
});

function html(info: string, text = body, options = {}): string {
  const view = fenceView(info, text, render, options);
  if (view.kind === 'failure') throw new Error(view.problem.message);
  return view.html;
}

/** A fence without what it says of its room, which has tests of its own. */
function withoutRoom(drawn: string): string {
  return drawn.replace(/ (?:room|height)="[\d ]+" style="--mf-room[^"]*"/, '');
}

describe('a fence', () => {
  test('is the static view that renderStatic draws', async () => {
    const view = await renderStatic(body);
    expect(html('')).toBe(view.kind === 'view' && view.html);
  });

  test('stands in the element where there is a playground, which shows the same scenario', () => {
    const read = readScenario(body);
    const link = read.kind === 'scenario' ? encodeLink(read.scenario) : read;
    const fragment = link.kind === 'link' ? link.fragment : '';
    expect(withoutRoom(html('step=1', body, { base }))).toMatch(
      /^<managed-fields-playground step="1" title="One &lt;manager&gt;" scenario="s[^"]+"><div class="mf".*<\/div><\/managed-fields-playground>$/,
    );
    expect(html('', body, { base })).toContain(`scenario="${fragment.replaceAll('_', '&#95;')}"`);
    expect(html(`scenario=${base}/#${fragment}`, '', { base })).toBe(html('', body, { base }));
  });

  test('says to the view and to the element what its info says', () => {
    const drawn = html(`title="Two words" theme=dark lang='uk' view=managedfields loading=click`, body, { base });
    expect(drawn).toMatch(/^<managed-fields-playground title="Two words" theme="dark" lang="uk" view="managedfields" /);
    expect(drawn).toContain('<div class="mf mf-dark" role="figure" aria-label="Two words" lang="uk">');
    expect(drawn).toContain('<details class="mf-details" open>');
  });

  test('leads to a lesson of the playground', () => {
    expect(
      withoutRoom(html('scenario=https://other.example.com/#l/give-up-a-field title="A task"', '', { base })),
    ).toBe(
      `<managed-fields-playground title="A task" lesson="give-up-a-field"><p><a href="${base}/#l/give-up-a-field">A task</a></p></managed-fields-playground>`,
    );
    expect(withoutRoom(html('lesson=give-up-a-field', '', { base }))).toContain(' lesson="give-up-a-field"><p><a');
    expect(fenceView('lesson=../a', '', render, { base })).toMatchObject({
      problem: { message: 'no name of a lesson: "../a"' },
    });
    expect(fenceView('lesson=a example=b', '', render, { base })).toMatchObject({ kind: 'failure' });
  });

  test('has the static view of a lesson that it is given where it starts, and refuses one that it is not', () => {
    const steps = ['one', 'two'].map((value) => ({
      kind: 'apply' as const,
      manager: value,
      text: `{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {key: ${value}}}`,
    }));
    // As the playground stores it; the goals are of the lesson, and its static view has only what is to be done.
    const task = { lesson: 'mine', given: ['s1', 's2'], goals: [] };
    const start = { version: 1 as const, title: 'Mine', about: 'Give it up.', task, steps };
    const options = { base, lessons: { mine: { start } } };
    const drawn = html('lesson=mine', '', options);
    expect(withoutRoom(drawn)).toMatch(
      /^<managed-fields-playground title="Mine" lesson="mine"><div class="mf".*Give it up\./,
    );
    expect(drawn).toContain(`href="${base}/#l/mine"`);
    expect(drawn).toContain('conflict with &quot;one&quot;');
    expect(html('lesson=mine step=1', '', options)).toMatch(/^<managed-fields-playground step="1" title="Mine"/);
    expect(html('scenario=#l/mine', '', options)).toBe(drawn);
    expect(html('lesson=mine', '', { lessons: options.lessons })).toMatch(/^<div class="mf"/);
    for (const name of ['gone', 'toString']) {
      expect(fenceView(`lesson=${name}`, '', render, options)).toMatchObject({
        problem: { message: `there is no lesson "${name}"` },
      });
    }
  });

  test('keeps the room of an example at a step, or of a lesson, that was measured', () => {
    expect(html('example=first-configmap', '', { base })).toMatch(
      / room="(\d+) (\d+)" style="--mf-room:\1px;--mf-room-narrow:\2px"/,
    );
    expect(html('example=first-configmap room="500 600"', '', { base })).toContain(
      '--mf-room:500px;--mf-room-narrow:600px',
    );
    expect(html('room=500', body, { base })).toContain(
      'style="--mf-room:500px;--mf-room-narrow:500px"><div class="mf"',
    );
    expect(html('room="0;color:red"', body, { base })).not.toContain('style="--mf-room');
    const examples = { 'first-configmap': body };
    expect(html('example=first-configmap', '', { base, examples })).toMatch(
      / room="\d+ \d+" style="[^"]+"><div class="mf"/,
    );
    const [first, third] = [1, 3].map(
      (step) => / room="([^"]+)"/.exec(html(`example=prune step=${step}`, '', { base }))?.[1],
    );
    expect(third).toMatch(/^\d+ \d+$/);
    expect(third).not.toBe(first);
    expect(html('lesson=give-up-a-field', '', { base })).toMatch(/ room="(\d+) (\d+)" style="--mf-room:\1px/);
    for (const info of ['step=100', 'step=x', 'view=table', 'focus=.data', 'height=300', 'loading=click'])
      expect(html(`example=first-configmap ${info}`, '', { base })).not.toContain(' room=');
    for (const info of ['example=of-another-playground', 'lesson=of-another-playground'])
      expect(html(info, '', { base })).toMatch(/ height="7\d\d" style="--mf-room:7\d\dpx/);
    expect(html('example=of-another-playground height=auto', '', { base })).not.toContain('--mf-room');
    expect(html('example=of-another-playground view=table', '', { base })).not.toContain('--mf-room');
  });

  test('gives a scenario that nobody measured a frame of one height, which its object scrolls in', () => {
    const heightOf = (info: string, text = body) =>
      / height="([^"]+)" style="--mf-room:\1px/.exec(html(info, text, { base }))?.[1];
    expect(Number(heightOf(''))).toBeGreaterThan(300);
    const long = `version: 1\nsteps:\n- kind: apply\n  manager: m\n  text: '{apiVersion: v1, kind: ConfigMap, metadata: {name: c}, data: {${Array.from({ length: 40 }, (_, at) => `k${at}: v`)}}}'`;
    expect(Number(heightOf('', long))).toBeGreaterThan(Number(heightOf('')));
    expect(Number(heightOf('', long))).toBeLessThan(800);
    expect(html('height=auto', body, { base })).not.toContain('--mf-room');
    expect(html('room="500 600"', body, { base })).not.toContain(' height=');
    expect(html('loading=click', body, { base })).not.toContain('--mf-room');
  });

  test('leads to an example of the playground', () => {
    expect(withoutRoom(html('example=conflict-three-ways step=3', '', { base }))).toBe(
      `<managed-fields-playground step="3" example="conflict-three-ways"><p><a href="${base}/#x/conflict-three-ways@3">conflict-three-ways</a></p></managed-fields-playground>`,
    );
  });

  test('has the static view of an example that it is given, and refuses one that it is not', () => {
    const options = { base, examples: { mine: body } };
    const drawn = html('example=mine step=1', '', options);
    expect(withoutRoom(drawn)).toMatch(
      /^<managed-fields-playground step="1" title="One &lt;manager&gt;" example="mine"><div class="mf"/,
    );
    expect(drawn).toContain(`href="${base}/#x/mine@1"`);
    expect(html('example=mine', '', { examples: { mine: body } })).toMatch(/^<div class="mf"/);
    for (const name of ['gone', 'toString']) {
      expect(fenceView(`example=${name}`, '', render, options)).toMatchObject({
        problem: { message: `there is no example "${name}"` },
      });
    }
  });

  test.each([
    ['a setting that is none', 'stpe=2', body, 'a fence has no setting "stpe"', 0],
    ['nothing', '', '\n', 'a fence has a scenario in it, or names one by scenario=, by example= or by lesson=', 0],
    [
      'two scenarios',
      'example=a',
      body,
      'a fence has a scenario in it, or names one by scenario=, by example= or by lesson=',
      0,
    ],
    ['an example without a playground', 'example=a', '', 'example= needs the address of a playground (base)', 0],
    ['a link that is none', 'scenario=#x', '', 'no link: not-a-link', 0],
    ['a step of no kind', '', 'version: 1\nsteps:\n- kind: guess\n', expect.stringContaining('guess'), 3],
    ['broken YAML', '', 'version: 1\nsteps: [\n', expect.any(String), expect.any(Number)],
  ])('with %s is refused, with the line', (_, info, text, message, line) => {
    expect(fenceView(info, text, render)).toEqual({ kind: 'failure', problem: { message, line } });
  });
});

describe('markdown-it', () => {
  const fence = (info: string, content = body) => [{ info, content, map: [4, 9] as [number, number] }];
  type Rule = (tokens: object[], index: number, options?: object, env?: object) => string;

  async function ruleOf(): Promise<Rule> {
    const markdown = { renderer: { rules: { fence: () => 'another fence' } } };
    (await markdownItManagedFields())(markdown);
    return markdown.renderer.rules.fence as Rule;
  }

  test('draws fences of this name, in what Vue leaves alone, and no other', async () => {
    const rule = await ruleOf();
    expect(rule(fence('managed-fields step=1'), 0)).toMatch(/^<div v-pre><div class="mf".*<\/div><\/div>\n$/);
    expect(rule(fence('managed-fields-too'), 0)).toBe('another fence');
    expect(rule(fence(''), 0)).toBe('another fence');
  });

  test('says in which line of which file a fence is wrong', async () => {
    const rule = await ruleOf();
    const draw = () => rule(fence('managed-fields', 'version: 1\nsteps:\n- kind: guess\n'), 0, {}, { path: '/a.md' });
    expect(draw).toThrow(/^\/a\.md:8: .*guess/);
  });
});

describe('remark', () => {
  const place = { start: { line: 5, column: 1 } };
  const tree = (meta: string | null, value = body) => ({
    type: 'root',
    children: [{ type: 'list', children: [{ type: 'code', lang: 'managed-fields', meta, value, position: place }] }],
  });
  const file = (data = {}) => ({
    data,
    fail(reason: string, at?: object): never {
      throw new Error(`${JSON.stringify(at)} ${reason}`);
    },
  });

  test.each([
    ['React', {}, 'dangerouslySetInnerHTML', { type: 'ObjectExpression' }],
    ['Astro', { astro: {} }, 'set:html', { type: 'Literal', value: expect.stringMatching(/^<div class="mf"/) }],
  ])('draws fences wherever they stand, for Markdown and for MDX of %s', async (_, data, name, expression) => {
    const given = tree(null);
    await remarkManagedFields()(given, file(data));
    expect(given.children[0]?.children[0]).toMatchObject({
      type: 'mdxJsxFlowElement',
      attributes: [{ name, value: { data: { estree: { body: [{ expression }] } } } }],
      data: { hName: 'div', hChildren: [{ type: 'raw', value: expect.stringMatching(/^<div class="mf"/) }] },
    });
  });

  test('says in which line a fence is wrong', async () => {
    const drawn = remarkManagedFields()(tree('', 'version: 1\nsteps:\n- kind: guess\n'), file());
    await expect(drawn).rejects.toThrow(/^\{"line":8,"column":1\} managed-fields: .*guess/);
  });
});
