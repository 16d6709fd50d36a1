import { base64, utf8 } from '@managed-fields/merge-engine';
import { expect, test } from 'vitest';
import { keyPairProblem } from './tls.ts';

const block = (type: string, content = 'MAA=') => `-----BEGIN ${type}-----\n${content}\n-----END ${type}-----\n`;
const problem = (certificate: string, key: string) => keyPairProblem(base64(utf8(certificate)), base64(utf8(key)));

// Each as Go's tls.X509KeyPair says it.
test.each<readonly [certificate: string, key: string, problem: string | undefined]>([
  ['x', 'y', 'tls: failed to find any PEM data in certificate input'],
  [
    block('PRIVATE KEY'),
    block('CERTIFICATE'),
    'tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched',
  ],
  [
    block('A') + block('B'),
    '',
    'tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: [A B]',
  ],
  [block('CERTIFICATE'), 'y', 'tls: failed to find any PEM data in key input'],
  [
    block('CERTIFICATE'),
    block('CERTIFICATE'),
    'tls: found a certificate rather than a key in the PEM for the private key',
  ],
  [
    block('CERTIFICATE'),
    block('A'),
    'tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: [A]',
  ],
  [block('CERTIFICATE', 'QUJD'), block('EC PRIVATE KEY'), 'x509: malformed certificate'],
  [block('CERTIFICATE', '*'), block('EC PRIVATE KEY'), 'tls: failed to find any PEM data in certificate input'],
  [block('CERTIFICATE'), block('EC PRIVATE KEY'), undefined],
  [`text\n${block('CERTIFICATE')}text`, `a: b\n${block('PRIVATE KEY')}`, undefined],
])('%j and %j: %s', (certificate, key, expected) => {
  expect(problem(certificate, key)).toBe(expected);
});

test.each([
  ['lines of headers', `-----BEGIN A-----\n${'a:\n'.repeat(50_000)}`],
  ['beginnings that are headers of the one before', '-----BEGIN a:-----\n'.repeat(20_000)],
  ['beginnings, and a long line after them', `${'-----BEGIN a:-----\n'.repeat(20_000)}${'x'.repeat(100_000)}-`],
  ['an ending that does not end', `${'-----BEGIN a:-----\n'.repeat(20_000)}-----END ${'-'.repeat(100_000)}x`],
])('a hostile text is read once: %s', (_, long) => {
  expect(problem(long, long)).toBe('tls: failed to find any PEM data in certificate input');
});

test('a block after one that is cut off is found, and one within headers is not', () => {
  const [cut, whole] = ['-----BEGIN CERTIFICATE-----\nMAA=\n', block('CERTIFICATE')];
  expect(problem(cut + whole, block('PRIVATE KEY'))).toBeUndefined();
  expect(
    problem(`-----BEGIN A-----\na: -----BEGIN CERTIFICATE-----\nb: 1\n${whole}`, block('PRIVATE KEY')),
  ).toBeUndefined();
});
