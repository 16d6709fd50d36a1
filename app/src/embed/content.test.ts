import { newScenario, writeScenario } from '@managed-fields/scenario';
import { encodeLink } from '@managed-fields/share-link';
import { afterEach, expect, test, vi } from 'vitest';
import { openContent } from './content.ts';
import { englishWords } from './words.ts';

const form = { version: 1, title: 'A title', steps: [{ kind: 'apply', text: 'a: 1\n' }] };
const words = englishWords;

afterEach(() => vi.unstubAllGlobals());

/** What the page's server has: examples by their addresses. */
function serving(answer: (address: string) => Response | Promise<Response>): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return answer(address);
  });
  return asked;
}

test('a scenario that a page hands over is checked as a file is', async () => {
  const opened = await openContent({ scenario: form }, words);
  expect(opened).toMatchObject({ kind: 'scenario', origin: { kind: 'given' }, scenario: { title: 'A title' } });
  expect(await openContent({ scenario: { steps: 5 } }, words)).toEqual({
    kind: 'failure',
    code: 'not-a-scenario',
    message: words.embed.notScenario,
  });
  expect(await openContent({ scenario: { ...form, version: 99 } }, words)).toMatchObject({ code: 'newer-version' });
});

test('a file is read, or told to be none', async () => {
  const scenario = newScenario('From a file', [{ kind: 'apply', text: 'a: 1\n' }]);
  expect(await openContent({ file: writeScenario(scenario, []) }, words)).toMatchObject({
    kind: 'scenario',
    scenario: { title: 'From a file' },
  });
  expect(await openContent({ file: 'a: [' }, words)).toMatchObject({ kind: 'failure', code: 'unreadable' });
});

test('an example is fetched in the language of the frame, by its name or by its link with a step', async () => {
  const asked = serving(() => Response.json(form));
  expect(await openContent({ example: 'first' }, words)).toMatchObject({ origin: { kind: 'example', name: 'first' } });
  expect(await openContent({ fragment: 'x/first@2' }, { ...words, code: 'uk' })).toMatchObject({ step: '2' });
  expect(asked).toEqual(['./examples/first.json', './examples/uk/first.json']);
});

test('a lesson is shown where it starts, with its task beside the last step', async () => {
  const steps = [...form.steps, { kind: 'apply', text: 'a: 2\n' }];
  const start = { ...form, about: 'Do this. Then that.', task: { lesson: 'one', given: ['s1'], goals: [] }, steps };
  const asked = serving(() => Response.json({ lesson: {}, start }));
  const opened = await openContent({ fragment: 'l/one' }, words);
  expect(opened).toMatchObject({ origin: { kind: 'lesson', name: 'one' }, step: '2' });
  const notes = opened.kind === 'scenario' ? opened.scenario.steps.map(({ note }) => note) : [];
  expect(notes).toEqual([undefined, 'Do this. Then that.']);
  await openContent({ fragment: 'l/one' }, { ...words, code: 'uk' });
  expect(asked).toEqual(['./lessons/one.json', './lessons/uk/one.json']);
  serving(() => new Response('', { status: 404 }));
  expect(await openContent({ fragment: 'l/none' }, words)).toMatchObject({ code: 'unknown-lesson' });
});

test('an example that is not there, a page in its place, and a network that is gone are told apart', async () => {
  serving(() => new Response('', { status: 404 }));
  expect(await openContent({ example: 'none' }, words)).toMatchObject({ code: 'unknown-example' });
  serving(() => new Response('<html>'));
  expect(await openContent({ example: 'none' }, words)).toMatchObject({ code: 'unknown-example' });
  serving(() => Promise.reject(new TypeError('gone')));
  expect(await openContent({ example: 'none' }, words)).toMatchObject({ code: 'unreachable' });
});

test('a link is unpacked, and one that is cut off says so', async () => {
  const link = encodeLink(newScenario('Linked', [{ kind: 'apply', text: 'a: 1\n' }]));
  if (link.kind === 'failure') throw new Error(link.code);
  const { fragment } = link;
  expect(await openContent({ fragment }, words)).toMatchObject({
    scenario: { title: 'Linked' },
    origin: { kind: 'link', fragment },
  });
  const cut = await openContent({ fragment: fragment.slice(0, -4) }, words);
  expect(cut).toMatchObject({ kind: 'failure', message: expect.stringMatching(/\w/) });
  expect(await openContent({ fragment: 'nothing' }, words)).toMatchObject({ kind: 'failure' });
});
