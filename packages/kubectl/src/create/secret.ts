import {
  base64,
  bytesOfBase64,
  cut,
  formatJson,
  mapFromPlain,
  utf8,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { type Failure, fail, isFailure } from '../failure.ts';
import { fileNamed } from '../file-names.ts';
import type { Flag, Flags } from '../flags.ts';
import type { Session } from '../session.ts';
import { hashOf } from './content-hash.ts';
import { type Fields, type Generator, objectOf } from './generator.ts';
import { entriesOf, inFolder, type KeyWords, mixesEnvFiles, sourceFlags } from './sources.ts';

/**
 * Returns what is wrong with the blocks of a PEM file; undefined where there is one of the right type. What is inside it
 * is not read. Upstream: crypto/tls tls.go X509KeyPair.
 */
export function pemProblem(text: string, what: 'certificate' | 'key'): string | undefined {
  const types = blockTypes(text);
  const isKey = (type: string) => type === 'PRIVATE KEY' || type.endsWith(' PRIVATE KEY');
  const fits = what === 'certificate' ? (type: string) => type === 'CERTIFICATE' : isKey;
  if (types.some(fits)) return undefined;
  if (types.length === 0) return `tls: failed to find any PEM data in ${what} input`;
  const only = types.length === 1 ? types[0] : undefined;
  const skipped = `after skipping PEM blocks of the following types: [${types.join(' ')}]`;
  if (what === 'certificate') {
    return only?.endsWith('PRIVATE KEY')
      ? 'tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched'
      : `tls: failed to find "CERTIFICATE" PEM block in certificate input ${skipped}`;
  }
  return only === 'CERTIFICATE'
    ? 'tls: found a certificate rather than a key in the PEM for the private key'
    : `tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input ${skipped}`;
}

/** The types of the blocks that can be decoded, in order. Upstream: encoding/pem Decode. */
function blockTypes(text: string): readonly string[] {
  return text.split(/^(?=-----BEGIN )/m).flatMap((block) => typeOf(block) ?? []);
}

/** The type of a block that can be decoded. What it holds begins behind its headers, and ends with the first end. */
function typeOf(block: string): string | undefined {
  const [begin, rest] = cut(block, '\n');
  const at = rest.search(/^-----END /m);
  if (at < 0) return undefined;
  const trimmed = (line: string) => line.replace(/[ \t]*\r?$/, '');
  const type = /^-----BEGIN (.*)-----$/.exec(trimmed(begin))?.[1];
  if (trimmed(cut(rest.slice(at), '\n')[0]) !== `-----END ${type}-----`) return undefined;
  const lines = rest.slice(0, at).replace(/\n$/, '').split('\n');
  const first = lines.findIndex((line) => !line.includes(':'));
  if (first < 0) return undefined;
  const content = lines
    .slice(first)
    .join('')
    .replaceAll(/[ \t\r]/g, '');
  return bytesOfBase64(content) === undefined ? undefined : type;
}

const failed = 'failed to create secret';
const hashFlag: Flag = { name: 'append-hash', type: 'bool' };
const text = (name: string, value = '') => ({ name, type: 'string', default: value }) as const;
const dockerConfig = '.dockerconfigjson';

const words: KeyWords = {
  env: 'secret',
  invalid: (key, problems) => `"${key}" is not valid key name for a Secret ${problems.join(';')}`,
  taken: (key) => `cannot add key ${key}, another key by that name already exists`,
};

/** `kubectl create secret generic`. Upstream: k8s.io/kubectl pkg/cmd/create/create_secret.go. */
export const genericSecretGenerator: Generator = {
  name: 'secret generic',
  flags: [...sourceFlags, text('type')],
  failed,
  generate(session, flags, name) {
    if (name === '') return fail('name must be specified');
    if (mixesEnvFiles(flags)) return fail('from-env-file cannot be combined with from-file or from-literal');
    const entries = entriesOf(session, flags, ['from-literal', 'from-file', 'from-env-file'], words);
    return isFailure(entries) ? entries : secretOf(flags, name, flags.text('type'), entries);
  },
};

/** `kubectl create secret tls`. Upstream: create_secret_tls.go. */
export const tlsSecretGenerator: Generator = {
  name: 'secret tls',
  flags: [hashFlag, text('cert'), text('key')],
  failed,
  generate(session, flags, name) {
    if (flags.text('key') === '' || flags.text('cert') === '') return fail('key and cert must be specified');
    const [cert, key] = [readFile(session, flags.text('cert')), readFile(session, flags.text('key'))];
    if (typeof cert !== 'string') return cert;
    if (typeof key !== 'string') return key;
    const problem = pemProblem(cert, 'certificate') ?? pemProblem(key, 'key');
    if (problem !== undefined) return fail(problem);
    const entries = new Map([
      ['tls.crt', cert],
      ['tls.key', key],
    ]);
    return secretOf(flags, name, 'kubernetes.io/tls', entries);
  },
};

function readFile(session: Session, path: string): string | Failure {
  const text = fileNamed(session, path);
  if (text !== undefined) return text;
  if (inFolder(session.command.files, path).length > 0)
    return fail(`Cannot read file ${path}, read ${path}: is a directory`);
  session.lacks(path);
  return fail(`Cannot read file ${path}, open ${path}: no such file or directory`);
}

/** `kubectl create secret docker-registry`. Upstream: create_secret_docker.go. */
export const registrySecretGenerator: Generator = {
  name: 'secret docker-registry',
  flags: [
    hashFlag,
    text('docker-email'),
    text('docker-password'),
    text('docker-server', 'https://index.docker.io/v1/'),
    text('docker-username'),
    { name: 'from-file', type: 'list' },
  ],
  failed,
  generate(session, flags, name) {
    if (name === '') return fail('name must be specified');
    const files = flags.list('from-file');
    if (files.length > 0) {
      const named = {
        ...flags,
        list: () => files.map((file) => (file.includes('=') ? file : `${dockerConfig}=${file}`)),
      };
      const entries = entriesOf(session, named, ['from-file'], words);
      return isFailure(entries) ? entries : secretOf(flags, name, 'kubernetes.io/dockerconfigjson', entries);
    }
    const server = flags.text('docker-server');
    const [username, password] = [flags.text('docker-username'), flags.text('docker-password')];
    if (username === '' || password === '' || server === '') {
      return fail(
        'either --from-file or the combination of --docker-username, --docker-password and --docker-server is required',
      );
    }
    const email = flags.text('docker-email');
    const auth = base64(utf8(`${username}:${password}`));
    const entry = { username, password, email: email === '' ? undefined : email, auth };
    const content = formatJson(mapFromPlain({ auths: { [server]: entry } }));
    return secretOf(flags, name, 'kubernetes.io/dockerconfigjson', new Map([[dockerConfig, content]]));
  },
};

function secretOf(flags: Flags, name: string, type: string, entries: ReadonlyMap<string, string>): ValueMap {
  const data: Fields = Object.fromEntries([...entries].map(([key, value]) => [key, base64(utf8(value))]));
  const hash = flags.truth('append-hash') ? `-${hashOf({ data, kind: 'Secret', name, type })}` : '';
  return objectOf('v1', 'Secret', `${name}${hash}`, { data, type });
}
