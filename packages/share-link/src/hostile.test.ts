import { deflateRawSync } from 'node:zlib';
import type { Scenario } from '@managed-fields/scenario';
import { describe, expect, test } from 'vitest';
import { toBase64url } from './bytes.ts';
import { compacted, dictionary } from './compact.ts';
import { decodeLink } from './decode.ts';
import { deflate, inflate } from './deflate.ts';
import { encodeLink } from './encode.ts';
import { checksum, fragmentCeiling, textCeiling } from './link.ts';

const sealed = (body: string) => `s/${body}.${checksum(body)}`;

/** Links with any text inside, intact as far as links go. */
const linkOf = {
  d: (text: string) => sealed(`1d.${toBase64url(deflate(Buffer.from(compacted(text)), dictionary))}`),
  z: (text: string) => sealed(`1z.${toBase64url(deflateRawSync(text))}`),
  j: (text: string) => sealed(`1j.${Buffer.from(text).toString('base64url')}`),
};

describe('what becomes very large', () => {
  const zeros = deflateRawSync(new Uint8Array(100_000_000), { level: 9 });
  const tooLarge = { kind: 'failure', code: 'too-large', limit: textCeiling };

  test('100 MB of zeros do not even fit into a link', () => {
    expect(decodeLink(sealed(`1z.${toBase64url(zeros)}`))).toMatchObject({ kind: 'failure', code: 'too-long' });
  });

  test('of 100 MB of zeros no more than the ceiling comes out, with and without the dictionary', () => {
    expect(inflate(zeros, textCeiling)).toEqual({ kind: 'too-large' });
    expect(inflate(zeros, textCeiling, dictionary)).toEqual({
      kind: 'too-large',
    });
    // Not one byte later: what has exactly as many is read.
    const most = deflateRawSync(new Uint8Array(textCeiling));
    expect(inflate(most, textCeiling).kind).toBe('bytes');
    expect(inflate(most, textCeiling, dictionary).kind).toBe('bytes');
    expect(inflate(most, textCeiling - 1).kind).toBe('too-large');
  });

  test('as many zeros as a link can hold end at the ceiling', () => {
    const most = deflateRawSync(new Uint8Array(48_000_000), { level: 9 });
    for (const link of [sealed(`1z.${toBase64url(most)}`), sealed(`1d.${toBase64url(most)}`)]) {
      expect(link.length).toBeGreaterThan(fragmentCeiling * 0.9);
      expect(link.length).toBeLessThanOrEqual(fragmentCeiling);
      expect(decodeLink(link)).toEqual(tooLarge);
    }
  });

  test('characters that stand for pieces grow no further than the ceiling', () => {
    const bomb = deflate(Buffer.from('\x16'.repeat(textCeiling)), dictionary);
    expect(inflate(bomb, textCeiling, dictionary).kind).toBe('bytes');
    expect(decodeLink(sealed(`1d.${toBase64url(bomb)}`))).toEqual(tooLarge);
  });
});

describe.each(['d', 'z', 'j'] as const)('codec %s', (codec) => {
  const read = (text: string) => decodeLink(linkOf[codec](text));

  test.each([
    ['deep lists', `{"version":1,"steps":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
    ['deep objects', `{"version":1,"steps":${'{"steps":'.repeat(4000)}1${'}'.repeat(4000)}}`],
    ['lists that never end', '['.repeat(40_000)],
    ['too many steps', `{"version":1,"steps":[${'{"kind":"reset"},'.repeat(1000)}{"kind":"reset"}]}`],
    ['a step with a key that means nothing', '{"version":1,"steps":[{"kind":"apply","run":"x"}]}'],
    ['a version that is a list', '{"version":[1],"steps":[]}'],
    ['nothing', ''],
    ['null', 'null'],
    ['a number beyond numbers', '1e999'],
    ['a byte order mark', '\ufeff{"version":1,"steps":[]}'],
    ['control characters', '{"version":1,"title":"\u0000\u0007","steps":[]}'],
  ])('says that %s are no scenario', (_, text) => {
    expect(read(text)).toMatchObject({ kind: 'failure', code: 'not-a-scenario' });
  });

  test('of keys that come twice takes the last, as JSON does', () => {
    expect(read('{"version":1,"steps":[{"kind":"reset"}],"steps":[]}')).toEqual({
      kind: 'scenario',
      scenario: { title: '', steps: [] },
    });
  });

  test('never lets a key reach a prototype', () => {
    const nasty = '{"version":1,"__proto__":{"title":"no"},"steps":[{"kind":"apply","__proto__":{"force":true}}]}';
    const result = read(nasty);
    if (result.kind === 'scenario') {
      expect(result.scenario.title).toBe('');
      expect(result.scenario.steps[0]).toEqual({ id: 's1', kind: 'apply', text: '' });
    }
    expect(Reflect.get({}, 'title')).toBeUndefined();
    const files = '{"a":"1","__proto__":"2","constructor":"3","7":"4"}';
    const kept = read(`{"version":1,"steps":[{"kind":"kubectl","text":"x","files":${files}}]}`);
    const [step] = kept.kind === 'scenario' ? kept.scenario.steps : [];
    expect(step?.kind === 'kubectl' && JSON.stringify(step.files)).toBe(
      '{"7":"4","a":"1","__proto__":"2","constructor":"3"}',
    );
  });

  test.each([
    [
      'an alias bomb',
      `a: &a [x,x]\n${[...'bcdefgh'].map((key, at) => `${key}: &${key} [${'*a,'.repeat(9)}*${'abcdefg'[at]}]\n`).join('')}`,
    ],
    ['deep flow lists', '['.repeat(10_000)],
    ['characters that turn text around', '\u202e\u2066\u200b\u0000\u001f\u007f\ufeff'],
    ['halves of surrogate pairs', '\ud800 \udfff \udc00\ud800'],
    ['markup', '<img src=x onerror=alert(1)><script>alert(1)</script>'],
    ['what looks like the link itself', '","text":"\\","manager":"\\\\n"},{"kind":"'],
  ])('carries %s as text', (_, text) => {
    const scenario: Scenario = { title: text.slice(0, 900), steps: [{ id: 's1', kind: 'live', text }] };
    const link = encodeLink(scenario, codec);
    expect(link.kind === 'link' && decodeLink(link.fragment)).toEqual({ kind: 'scenario', scenario });
  });
});

test('reads JSON that is not UTF-8 as altered', () => {
  const bytes = Buffer.concat([Buffer.from('{"version":1,"title":"'), Buffer.of(0xc3), Buffer.from('","steps":[]}')]);
  expect(decodeLink(sealed(`1j.${bytes.toString('base64url')}`))).toEqual({ kind: 'failure', code: 'altered' });
});
