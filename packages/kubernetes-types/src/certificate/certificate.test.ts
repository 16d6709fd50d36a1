import { bytesOfBase64 } from '@managed-fields/merge-engine';
import { describe, expect, it, test } from 'vitest';
import recorded from './certificate.cases.json' with { type: 'json' };
import { readCertificate } from './certificate.ts';
import { firstBlock } from './pem.ts';

/**
 * What Go's crypto/x509 reads in certificates, good ones and such with bytes taken out and put in: the kind of the key, both times, whether
 * it may sign others, mail addresses and hosts; null where it is no certificate.
 */
const { bases, cases } = recorded as unknown as {
  readonly bases: Readonly<Record<string, string>>;
  readonly cases: readonly (readonly [
    base: string,
    edits: readonly (readonly [at: number, removed: number, added: readonly number[]])[],
    answer: readonly unknown[] | null,
  ])[];
};

describe('a certificate', () => {
  it.each(cases.map((one, i) => [i, ...one] as const))('%i %s %j', (_, base, edits, answer) => {
    const bytes = [...(bytesOfBase64(bases[base] ?? '') ?? [])];
    for (const [at, removed, added] of edits) bytes.splice(at, removed, ...added);
    const read = readCertificate(Uint8Array.from(bytes));
    const { key, notBefore, notAfter, isAuthority, mails, hosts } = read ?? {};
    expect(read === undefined ? null : [key?.kind ?? 'none', notBefore, notAfter, isAuthority, mails, hosts]).toEqual(
      answer,
    );
  });
});

test.each(['-----BEGIN A:-----\n-----END A: \n', '-----BEGIN A-----\nx: y\n-----END B-----\n', '\n-----END '])(
  'a hostile text of %j is read once',
  (line) => {
    expect(firstBlock(line.repeat(30_000))).toBeUndefined();
  },
);
