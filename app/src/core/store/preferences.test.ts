import { expect, test } from 'vitest';
import { parsePreferences } from './preferences.ts';

const defaults = {
  theme: 'system',
  contrast: 'system',
  singleKeys: true,
  language: 'system',
  beside: false,
  keepsWork: true,
  rulesOff: [],
  pageAddress: '',
  sizes: {},
};

test.each<[string, string | null, object]>([
  ['nothing', null, defaults],
  ['no JSON', '{', defaults],
  ['something else', '[1,2]', defaults],
  [
    'what was stored',
    '{"theme":"dark","contrast":"more","singleKeys":false,"language":"uk","beside":true,"keepsWork":false,"rulesOff":["manual-change",7],"pageAddress":"https://a.example/","sizes":{"steps":0.2}}',
    {
      theme: 'dark',
      contrast: 'more',
      singleKeys: false,
      language: 'uk',
      beside: true,
      keepsWork: false,
      rulesOff: ['manual-change'],
      pageAddress: 'https://a.example/',
      sizes: { steps: 0.2 },
    },
  ],
  [
    'foreign values',
    '{"theme":"pink","language":5,"beside":"yes","pageAddress":7,"sizes":{"steps":7,"result":null,"x":"1"}}',
    defaults,
  ],
  ['sizes that are no object', '{"sizes":null}', defaults],
])('preferences from %s', (_, text, expected) => {
  expect(parsePreferences(text)).toEqual(expected);
});
