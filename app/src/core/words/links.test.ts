import type { LinkFailureCode } from '@managed-fields/share-link';
import { loadMessages } from '@managed-fields/words/load';
import * as english from '@managed-fields/words/messages/en';
import { expect, test } from 'vitest';
import { languages } from './codes.ts';
import { linksWords } from './sentences/links.ts';

const codes: Readonly<Record<LinkFailureCode, true>> = {
  'cut-off': true,
  altered: true,
  'too-long': true,
  'too-large': true,
  'newer-version': true,
  'unknown-codec': true,
  'not-a-scenario': true,
  'not-a-link': true,
};

/** Sentences end in a full stop of their language. */
const sentence = /[^.。]+[.。]/g;

test.each(languages)(
  'in %s every failure of a link has its own sentence and says what can be done',
  async (language) => {
    const { linkSentence } = linksWords(language === 'en' ? english : await loadMessages(language));
    const told = Object.keys(codes).map((code) =>
      linkSentence({
        kind: 'failure',
        code: code as LinkFailureCode,
        length: 70_000,
        limit: 65_536,
        version: 9,
        codec: 'q',
      }),
    );
    expect(new Set(told).size).toBe(told.length);
    for (const each of told) expect(each.match(sentence)?.length, each).toBeGreaterThan(1);
  },
);
