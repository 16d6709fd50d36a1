import { bytesOfBase64 } from '@managed-fields/merge-engine';
import { describe, expect, it } from 'vitest';
import { firstBlock } from './pem.ts';
import recorded from './request.cases.json' with { type: 'json' };
import { readRequest } from './request.ts';

/** What Go's crypto/x509 says of requests: of good ones, and of such with bytes taken out and put in. */
const { bases, cases } = recorded as unknown as {
  readonly bases: Readonly<Record<string, string>>;
  readonly cases: readonly (readonly [
    base: string,
    edits: readonly (readonly [at: number, removed: number, added: readonly number[]])[],
    answer: string | null,
  ])[];
};

/** Where something lay in the memory of the program that answered. */
const addresses = /0x[0-9a-f]+/;

describe('a request for a certificate', () => {
  it.each(cases.map((one, i) => [i, ...one] as const))('%i %s %j', (_, base, edits, answer) => {
    const bytes = [...(bytesOfBase64(bases[base] ?? '') ?? [])];
    for (const [at, removed, added] of edits) bytes.splice(at, removed, ...added);
    const read = readRequest(Uint8Array.from(bytes));
    const fault = typeof read === 'string' ? read : read.signatureFault();
    expect(fault?.replace(addresses, '0x') ?? null).toBe(answer?.replace(addresses, '0x') ?? null);
  });
});

/** As encoding/pem of Go reads them. */
it.each([
  ['-----BEGIN A-----\nAAAA\n-----END A-----\n', { type: 'A', headers: 0, bytes: 3 }],
  ['text\n-----BEGIN A-----\nAAAA\n-----END A-----', { type: 'A', headers: 0, bytes: 3 }],
  ['-----BEGIN A-----\nK: v\n\nAA AA\n-----END A-----\n', { type: 'A', headers: 1, bytes: 3 }],
  ['-----BEGIN A-----\n-----END A-----\n', { type: 'A', headers: 0, bytes: 0 }],
  ['-----BEGIN A-----\nAAAA\n-----END B-----\n', undefined],
  [
    '-----BEGIN A-----\n*\n-----END A-----\n-----BEGIN B-----\nAAAA\n-----END B-----\n',
    { type: 'B', headers: 0, bytes: 3 },
  ],
  ['x-----BEGIN A-----\nAAAA\n-----END A-----\n', undefined],
  ['-----BEGIN A-----\nAAAA\n-----END A----- x\n', undefined],
  ['', undefined],
] as const)('the first block of %j', (text, expected) => {
  const block = firstBlock(text)?.block;
  expect(block && { type: block.type, headers: block.headers, bytes: block.bytes.length }).toEqual(expected);
});
