import { createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

/** A certificate and its key, both as PEM. */
export interface Certificate {
  readonly certificate: string;
  readonly key: string;
}

/**
 * Makes a certificate for 127.0.0.1 and localhost that signs itself, so that a kubeconfig can name it as its authority. The
 * key is made by chance and never leaves this process. Valid from an hour before `now` (milliseconds since 1970) for 30
 * days.
 *
 * It is needed because clients of Kubernetes send no token without TLS (k8s.io/client-go tools/clientcmd/client_config.go
 * ClientConfig), and Node makes no certificates. RFC 5280 says what is in one, X.690 how it is written.
 */
export function loopbackCertificate(now: number): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = sequence(oid([1, 2, 840, 10045, 4, 3, 2]));
  const name = sequence(set(sequence(oid([2, 5, 4, 3]), tagged(0x0c, Buffer.from('managed-fields')))));
  const serial = randomBytes(16);
  // The first bit would make the number negative, and a first byte of zero would be one too many.
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40;
  const body = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(serial),
    ecdsaWithSha256,
    name,
    sequence(time(now - 3_600_000), time(now + 30 * 86_400_000)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(...extensions())),
  );
  const signature = createSign('sha256').update(body).sign(privateKey);
  const whole = sequence(body, ecdsaWithSha256, bits(signature));
  return {
    certificate: pem('CERTIFICATE', whole),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function extensions(): readonly Buffer[] {
  const isAuthority = sequence(tagged(0x01, Buffer.from([0xff])));
  // digitalSignature and keyCertSign.
  const usage = tagged(0x03, Buffer.from([2, 0b1000_0100]));
  const serverAuth = sequence(oid([1, 3, 6, 1, 5, 5, 7, 3, 1]));
  const names = sequence(tagged(0x82, Buffer.from('localhost')), tagged(0x87, Buffer.from([127, 0, 0, 1])));
  return [
    extension([2, 5, 29, 19], isAuthority, true),
    extension([2, 5, 29, 15], usage, true),
    extension([2, 5, 29, 37], serverAuth, false),
    extension([2, 5, 29, 17], names, false),
  ];
}

function extension(id: readonly number[], value: Buffer, isCritical: boolean): Buffer {
  const critical = isCritical ? [tagged(0x01, Buffer.from([0xff]))] : [];
  return sequence(oid(id), ...critical, tagged(0x04, value));
}

/** A value in DER: its tag, its length, and what is in it. */
function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const head = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

function set(part: Buffer): Buffer {
  return tagged(0x31, part);
}

function integer(bytes: Buffer): Buffer {
  return tagged(0x02, bytes);
}

function bits(bytes: Buffer): Buffer {
  return tagged(0x03, Buffer.concat([Buffer.from([0]), bytes]));
}

function oid([first = 0, second = 0, ...rest]: readonly number[]): Buffer {
  const bytes = [first * 40 + second];
  for (const number of rest) {
    const groups = [number & 0x7f];
    for (let left = number >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80);
    bytes.push(...groups);
  }
  return tagged(0x06, Buffer.from(bytes));
}

/** A UTCTime: `261126114500Z`, to the second. */
function time(milliseconds: number): Buffer {
  const text = new Date(milliseconds).toISOString().replaceAll(/[-:T]/g, '').slice(2, 14);
  return tagged(0x17, Buffer.from(`${text}Z`));
}

function pem(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
