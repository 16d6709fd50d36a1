import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { Scenario } from '@managed-fields/scenario';
import { scenarios } from '@managed-fields/scenario/arbitrary';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeLink } from './decode.ts';
import { encodeLink } from './encode.ts';
import { encodeExample } from './example.ts';
import { type CodecLetter, checksum, fragmentCeiling } from './link.ts';

const codecs = ['d', 'z', 'j'] as const;

const sample: Scenario = {
  title: 'Two managers',
  steps: [
    { id: 's1', kind: 'apply', manager: 'kubectl', text: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n' },
    { id: 'patch', kind: 'merge-patch', manager: 'tool', text: '{"data":{"key":"ключ"}}' },
  ],
};

function fragmentOf(made: Scenario, codec: CodecLetter): string {
  const link = encodeLink(made, codec);
  if (link.kind !== 'link') throw new Error(`no link: ${link.code}`);
  return link.fragment;
}

describe.each(codecs)('codec %s', (codec) => {
  test('gives the same scenario back', () => {
    fc.assert(
      fc.property(scenarios, (made) => {
        expect(decodeLink(`#${fragmentOf(made, codec)}`)).toEqual({ kind: 'scenario', scenario: made });
      }),
    );
  });

  test('writes only characters that survive, and ends in a letter or digit', () => {
    fc.assert(
      fc.property(scenarios, (made) => {
        expect(fragmentOf(made, codec)).toMatch(/^[A-Za-z0-9_./-]*[A-Za-z0-9]$/);
      }),
    );
  });

  test('refuses every truncation, or reads the same', () => {
    const whole = fragmentOf(sample, codec);
    for (let length = 1; length < whole.length; length++) {
      const read = decodeLink(whole.slice(0, length));
      // Only `j` may come without a checksum, so only there the whole payload alone is a link.
      const payload = whole.lastIndexOf('.');
      const complete = codec === 'j' && (length === payload || length === payload + 1);
      const codes = complete ? [] : length < 2 ? ['not-a-link'] : ['cut-off'];
      expect(read.kind === 'failure' ? [read.code] : [], whole.slice(0, length)).toEqual(codes);
      if (read.kind === 'scenario') expect(read.scenario).toEqual(sample);
    }
  });

  test('refuses every change of one character', () => {
    const whole = fragmentOf(sample, codec);
    const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_./ %#@é';
    for (let at = 0; at < whole.length; at++) {
      for (const character of characters) {
        if (whole[at] === character) continue;
        const changed = whole.slice(0, at) + character + whole.slice(at + 1);
        expect(decodeLink(changed).kind, changed).not.toBe(at === 0 && character === '#' ? 'none' : 'scenario');
      }
    }
  });

  test('refuses exchanged, doubled and lost characters', () => {
    const whole = fragmentOf(sample, codec);
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(whole.length - 1), fc.nat(9), (a, b, length) => {
        const from = Math.min(a, b);
        const to = Math.max(a, b);
        const piece = whole.slice(from, from + length);
        for (const changed of [
          whole.slice(0, from) + piece + whole.slice(from),
          whole.slice(0, from) + whole.slice(to),
          whole.slice(0, from) + whole.slice(to) + whole.slice(from, to),
        ]) {
          const read = decodeLink(changed);
          if (read.kind === 'scenario') expect(read.scenario).toEqual(sample);
        }
      }),
    );
  });
});

const good = fragmentOf(sample, 'z');
const sealed = (body: string) => `s/${body}.${checksum(body)}`;
const plain = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

test.each<{ readonly name: string; readonly link: string; readonly is: object }>([
  { name: 'nothing', link: '', is: { kind: 'none' } },
  { name: 'a bare hash', link: '#', is: { kind: 'none' } },
  { name: 'an anchor of something else', link: '#top', is: { kind: 'failure', code: 'not-a-link' } },
  { name: 'an example', link: '#x/hpa-handover', is: { kind: 'example', name: 'hpa-handover' } },
  { name: 'an example at a step', link: 'x/a-1@s3', is: { kind: 'example', name: 'a-1', step: 's3' } },
  { name: 'a lesson', link: '#l/give-up-a-field', is: { kind: 'lesson', name: 'give-up-a-field' } },
  { name: 'a lesson with a step', link: '#l/give-up@3', is: { kind: 'failure', code: 'not-a-link' } },
  { name: 'a lesson with a path in it', link: 'l/../secret', is: { kind: 'failure', code: 'not-a-link' } },
  { name: 'an example with a path in it', link: 'x/../secret', is: { kind: 'failure', code: 'not-a-link' } },
  { name: 'an example without a name', link: 'x/@3', is: { kind: 'failure', code: 'not-a-link' } },
  {
    name: 'too long a fragment',
    link: `s/1z.${'A'.repeat(fragmentCeiling)}`,
    is: { kind: 'failure', code: 'too-long', length: fragmentCeiling + 5, limit: fragmentCeiling },
  },
  { name: 'a newer envelope with foreign characters', link: 's/2q.~~~a', is: { kind: 'failure', code: 'altered' } },
  {
    name: 'a newer envelope',
    link: 's/2q.other',
    is: { kind: 'failure', code: 'newer-version', version: 2 },
  },
  { name: 'a codec to come', link: sealed('1e.AAAA'), is: { kind: 'failure', code: 'unknown-codec', codec: 'e' } },
  { name: 'a version that never was', link: sealed('0z.AAAA'), is: { kind: 'failure', code: 'altered' } },
  { name: 'a percent sign', link: good.replace('.', '%2E'), is: { kind: 'failure', code: 'altered' } },
  { name: 'a bracket within', link: good.replace('.', ').'), is: { kind: 'failure', code: 'altered' } },
  { name: 'an upper-case checksum', link: upperCaseEnd(good), is: { kind: 'failure', code: 'altered' } },
  { name: 'sealed nonsense', link: sealed('1z.AAAA'), is: { kind: 'failure', code: 'altered' } },
  { name: 'sealed text that is no JSON', link: sealed('1j.AAAA'), is: { kind: 'failure', code: 'not-a-scenario' } },
  {
    name: 'another kind of JSON',
    link: `s/1j.${plain({ version: 1, steps: [{ kind: 'aply' }] })}`,
    is: { kind: 'failure', code: 'not-a-scenario', problems: [{ path: 'steps.0.kind', message: expect.any(String) }] },
  },
  {
    name: 'a scenario of a newer form',
    link: `s/1j.${plain({ version: 7, steps: [], extra: true })}`,
    is: { kind: 'failure', code: 'newer-version', version: 7 },
  },
  {
    name: 'a link by another program, without a checksum and ids',
    link: `#s/1j.${plain({ version: 1, steps: [{ kind: 'live', text: 'a' }, { kind: 'reset' }] })}`,
    is: {
      kind: 'scenario',
      scenario: {
        title: '',
        steps: [
          { id: 's1', kind: 'live', text: 'a' },
          { id: 's2', kind: 'reset', text: '' },
        ],
      },
    },
  },
])('reads $name', ({ link, is }) => {
  expect(decodeLink(link)).toEqual(is);
});

test.each([
  '.',
  ',',
  ')',
  '>',
  ' ',
  '%20',
  '%3E',
  '%3e',
  ').',
  '\u2019',
  '%E3%80%82',
  '**',
  '"',
  '\n',
  '.)%0A',
  '.'.repeat(60_000),
])('passes over what a sentence puts behind a link: %j', (tail) => {
  for (const letter of ['d', 'z', 'j'] as const) {
    expect(decodeLink(fragmentOf(sample, letter) + tail)).toEqual({ kind: 'scenario', scenario: sample });
  }
  expect(decodeLink(`#x/hpa-handover${tail}`)).toEqual({ kind: 'example', name: 'hpa-handover' });
  expect(decodeLink(`#x/hpa-handover@3${tail}`)).toEqual({ kind: 'example', name: 'hpa-handover', step: '3' });
});

test('makes no link that could not be read', () => {
  const large: Scenario = { title: '', steps: [{ id: 's1', kind: 'live', text: 'я'.repeat(800_000) }] };
  expect(encodeLink(large)).toMatchObject({ kind: 'failure', code: 'too-large' });
  let noise = '';
  for (let i = 1; i < 20_000; i++) noise += ((i * 2654435761) % 2 ** 32).toString(36);
  expect(encodeLink({ title: '', steps: [{ id: 's1', kind: 'live', text: noise }] })).toMatchObject({
    kind: 'failure',
    code: 'too-long',
  });
  expect(encodeLink({ title: '', steps: [{ id: 'no good', kind: 'live', text: '' }] })).toMatchObject({
    kind: 'failure',
    code: 'not-a-scenario',
  });
});

test('writes what it reads of examples', () => {
  expect(decodeLink(encodeExample('hpa-handover'))).toEqual({ kind: 'example', name: 'hpa-handover' });
  expect(decodeLink(encodeExample('hpa-handover', '4'))).toEqual({ kind: 'example', name: 'hpa-handover', step: '4' });
});

test('computes the checksum that zlib computes', () => {
  expect(checksum('123456789')).toBe((0xcbf43926).toString(36).padStart(7, '0'));
});

/** Every link that was ever released; the file only grows. */
const golden: readonly { readonly link: string; readonly scenario: Scenario }[] = JSON.parse(
  readFileSync(new URL('golden-links.json', import.meta.url), 'utf8'),
);
test.each(golden.map((row) => [row.link.slice(0, 40), row] as const))('still opens %s…', (_, row) => {
  expect(decodeLink(row.link)).toEqual({ kind: 'scenario', scenario: row.scenario });
});

describe('links of real scenarios', () => {
  const lengths = golden.map(({ link }) => link.length);
  const real = golden.filter(({ link }) => /^#s\/1[dz]/.test(link));

  test('are short and long', () => {
    expect(Math.min(...lengths)).toBeLessThan(50);
    expect(Math.max(...lengths)).toBeGreaterThan(1000);
  });

  /** How many corrupted links still open as something else. */
  const misread = (corrupted: Iterable<readonly [link: string, of: Scenario]>) => {
    const wrong: string[] = [];
    for (const [link, scenario] of corrupted) {
      const read = decodeLink(link);
      if (read.kind === 'scenario' && !isDeepStrictEqual(read.scenario, scenario)) wrong.push(link);
    }
    return wrong;
  };

  test('are refused, whatever their length is cut to', () => {
    const cut = real.flatMap(({ link, scenario }) =>
      Array.from({ length: link.length - 1 }, (_, length) => [link.slice(0, length + 1), scenario] as const),
    );
    expect(cut.filter(([link]) => decodeLink(link).kind === 'scenario')).toEqual([]);
  });

  test('are refused, whichever character is another', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_./%';
    for (const { link, scenario } of real.filter((row) => row.link.length < 500)) {
      const changed = Array.from(link).flatMap((here, at) =>
        Array.from(
          alphabet.replace(here, ''),
          (other) => [link.slice(0, at) + other + link.slice(at + 1), scenario] as const,
        ),
      );
      // The fragment may come without its `#`, but not with another character in its place.
      expect(changed.filter(([each]) => decodeLink(each).kind === 'scenario')).toEqual([]);
    }
  });

  test('are refused or read the same after 100,000 corruptions by chance', () => {
    const corruptions = fc.array(
      fc.tuple(fc.constantFrom('replace', 'insert', 'remove', 'swap', 'repeat', 'turn'), fc.nat(), fc.nat()),
      { minLength: 1, maxLength: 4 },
    );
    const made = fc.sample(fc.tuple(fc.constantFrom(...real), corruptions), { numRuns: 100_000, seed: 7 });
    const corrupted = made.map(([{ link, scenario }, changes]) => [changes.reduce(corrupt, link), scenario] as const);
    expect(misread(corrupted)).toEqual([]);
  });
});

function corrupt(link: string, [how, first, second]: readonly [how: string, first: number, second: number]): string {
  const at = first % (link.length + 1);
  const end = at + (second % 9) + 1;
  const character = String.fromCharCode(33 + (second % 94));
  const [before, here, after] = [link.slice(0, at), link.slice(at, end), link.slice(end)];
  if (how === 'replace') return before + character + link.slice(at + 1);
  if (how === 'insert') return before + character + link.slice(at);
  if (how === 'remove') return before + after;
  if (how === 'repeat') return before + here + here + after;
  if (how === 'turn') return before + Array.from(here).reverse().join('') + after;
  const to = second % (link.length + 1);
  return at < to ? before + link.slice(to) + link.slice(at, to) : before + link.slice(at);
}

function upperCaseEnd(link: string): string {
  return link.slice(0, -7) + link.slice(-7).toUpperCase();
}
