import { generateKeyPairSync, type KeyPairKeyObjectResult } from 'node:crypto';
import { expect, test } from 'vitest';
import { isKnownPlain, shapesIn } from './shapes.ts';

interface Pem {
  readonly publicKey: string;
  readonly privateKey: string;
}

type Pair = KeyPairKeyObjectResult;
type Form = 'pkcs8' | 'pkcs1' | 'sec1';

/** Both keys of a pair as OpenSSL prints them; with a passphrase the private one is encrypted. */
function pemOf({ publicKey, privateKey }: Pair, type: Form = 'pkcs8', passphrase?: string): Pem {
  const locked = passphrase === undefined ? {} : { cipher: 'aes-256-cbc', passphrase };
  return {
    publicKey: String(publicKey.export({ type: 'spki', format: 'pem' })),
    privateKey: String(privateKey.export({ type, format: 'pem', ...locked })),
  };
}

const rsa = (modulusLength: number) => generateKeyPairSync('rsa', { modulusLength });
const curve = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve });

const pairs: readonly (readonly [name: string, pem: Pem])[] = [
  ['RSA 1024', pemOf(rsa(1024))],
  ['RSA 2048', pemOf(rsa(2048))],
  ['RSA 2048 of PKCS #1', pemOf(rsa(2048), 'pkcs1')],
  ['RSA 2048 with a passphrase', pemOf(rsa(2048), 'pkcs8', 'x')],
  ['P-256', pemOf(curve('P-256'))],
  ['P-256 of SEC 1', pemOf(curve('P-256'), 'sec1')],
  ['P-384', pemOf(curve('P-384'))],
  ['P-521', pemOf(curve('P-521'))],
  ['Ed25519', pemOf(generateKeyPairSync('ed25519'))],
];

const body = (pem: string) => pem.replace(/-----.*-----|\s/g, '');
const search = { settings: true, random: { name: '' } } as const;
const signs = (text: string) => shapesIn(text, search).map(({ sign }) => sign);

test.each(pairs)('a public key of %s stays, in its lines and without them', (_, { publicKey }) => {
  // Without its padding: what stands before a `=` can be the name of a secret by chance, `…Pwd= end`.
  expect(signs(publicKey.replace(/=+\n/, '\n'))).toEqual([]);
  expect(signs(`key ${body(publicKey).replace(/=+$/, '')} end`)).toEqual([]);
  expect(isKnownPlain(body(publicKey), '')).toBe(true);
});

test.each(pairs)('a private key of %s is found whole, in its lines and without them', (_, { privateKey }) => {
  expect(signs(privateKey)).toEqual(['private-key']);
  const bare = body(privateKey);
  const [hit, ...more] = shapesIn(`key ${bare} end`, search);
  expect([hit?.sign, hit?.from, hit?.to]).toEqual(['private-key', 4, 4 + bare.length]);
  expect(more).toEqual([]);
});

test.each([
  [
    'RSA',
    [
      'MIIDBTCCAe2gAwIBAgIUNrt3RqppFcH2jYGuHpEoHYPta/4wDQYJKoZIhvcNAQELBQAwEjEQMA4GA1UEAwwHZXhhbXBsZTAeFw0y',
      'NjExMjQwMzIyNTJaFw0zNjExMjEwMzIyNTJaMBIxEDAOBgNVBAMMB2V4YW1wbGUwggEiMA0GCSqGSIb3DQEBAQUAA4IBDwAwggEK',
      'AoIBAQDVXLwcniC9Uf6VOKWw/l0kWjTTB0nc2X6xyTkvwoD4gZ1L6COxXC70stShkKgFaosH88jsFsV+ZlqUo+CUhRLfLQV9yRpO',
      'DaGWpnHx/skCa4wFy2ChHXQaG+dvvzc/x+O6oEIiEMO680Uhf164AmqbwiV22YWtRXm1U4ezAFgvC8rNbyYlLl9V8YT++8LmUuua',
      'JJ23aSqN1GzB10YPKJx9Z4ZHl8DtaOZ5/Q4KsnWumTpwSkE9YlIozxKGwe8e62k42H73wsCD2+jQclJlUXyGePVfzxi3H2os845L',
      '8kJTwnSGMEF+8goydbnR/cnFvOWB0n4mxmXaFhX9vm7TJ8uxAgMBAAGjUzBRMB0GA1UdDgQWBBT+Scsb0v7qayWH+r/oT2gh/AYj',
      'SzAfBgNVHSMEGDAWgBT+Scsb0v7qayWH+r/oT2gh/AYjSzAPBgNVHRMBAf8EBTADAQH/MA0GCSqGSIb3DQEBCwUAA4IBAQAMud7l',
      'RmPNNSXbB7TSYY+Oxawh8Y9xhjeqBtvVl5U5xCMoY6DfkpCO9bOikFlZo2u07PBJPFb6wmqjcnmv2vGWFlm7mgR2ygaoKRHrjRz8',
      'A2mYMb4hq06XPbCjPip703sgYCzFYK9KmLp+DDw3VQHVO3PrXGcAC+akrDrS2RUb5R7RkcfQNwlyetIowVxg8LLEhpC0L5rQEXEo',
      'voif9IAMFNS+DNPc5d0pKZnq2xX42eGaXeAwqben/oz/8AKu7BKIlqHrr6xIWNfdqmM2vG0SC+ocANMIFXSkTupyXr4vYa7Mjuqg',
      'I4QFHZW273QCMcSNlYwU63M+SnTDuryuJN70',
    ].join(''),
  ],
  [
    'a curve',
    [
      'MIIBejCCAR+gAwIBAgIUB5QYHaL7Re9Gs80RP4qsWnoaJPcwCgYIKoZIzj0EAwIwEjEQMA4GA1UEAwwHZXhhbXBsZTAeFw0yNjEx',
      'MjQwMzIyNTJaFw0zNjExMjEwMzIyNTJaMBIxEDAOBgNVBAMMB2V4YW1wbGUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASsx7ya',
      'riGvnp/NVh8kYab73weCMAHTHcJ16s1Wyxm4qc6VCzVw+LlWq7GRC4tHkgOBSHb3FdKtV2sj4D2nKweUo1MwUTAdBgNVHQ4EFgQU',
      'jD9T3P2FZqmixBSLw7YqEbprw98wHwYDVR0jBBgwFoAUjD9T3P2FZqmixBSLw7YqEbprw98wDwYDVR0TAQH/BAUwAwEB/zAKBggq',
      'hkjOPQQDAgNJADBGAiEAiKu5satgNMK6Qwhc+GL3GWJOVP7JTB5kBmOOc/Uzt8ACIQDmFZKsyCIzIajIyJ31Wii/hntCRmkliFbe',
      'TS/ICD6wgg==',
    ].join(''),
  ],
])('a certificate of %s stays, in its lines and without them', (_, bare) => {
  const lines = (bare.match(/.{1,64}/g) ?? []).join('\n');
  expect(signs(`-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`)).toEqual([]);
  expect(isKnownPlain(bare, '')).toBe(true);
});

test.each([
  ['glpat-aB3dE5fG7hJ9kL1mN3pQ.01.0a1b2c3d4', 'gitlab'],
  ['xoxe.xoxp-1-aB3dE5fG7hJ9kL1mN3pQ5rS7', 'slack'],
  ['sk_live_aB3dE5fG7hJ9kL1mN3pQ', 'service'],
  ['SK0123456789abcdef0123456789abcdef', 'service'],
  ['jdbc:oracle:thin:scott/Tulip-Harbor-93@db:1521/x', 'address'],
  ['jdbc:oracle:thin:scott/Tulip-Harbor-93@//db:1521/x', 'address'],
] as const)('%s is found', (text, sign) => expect(signs(text)).toEqual([sign]));
