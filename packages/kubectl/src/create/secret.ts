import { base64, formatJson, mapFromPlain, utf8, type ValueMap } from '@managed-fields/merge-engine';
import { type Failure, fail, isFailure } from '../failure.ts';
import { fileNamed } from '../file-names.ts';
import type { Flag, Flags } from '../flags.ts';
import type { Session } from '../session.ts';
import { hashOf } from './content-hash.ts';
import { type Fields, type Generator, objectOf } from './generator.ts';
import { pemProblem } from './pem.ts';
import { entriesOf, type KeyWords, mixesEnvFiles, sourceFlags } from './sources.ts';

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
  if (text === undefined) session.lacks(path);
  return text ?? fail(`Cannot read file ${path}, open ${path}: no such file or directory`);
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
    const [server, username, password] = ['server', 'username', 'password'].map((each) => flags.text(`docker-${each}`));
    if (username === '' || password === '' || server === '') {
      return fail(
        'either --from-file or the combination of --docker-username, --docker-password and --docker-server is required',
      );
    }
    const email = flags.text('docker-email');
    const auth = base64(utf8(`${username}:${password}`));
    const entry = { username, password, email: email === '' ? undefined : email, auth };
    const content = formatJson(mapFromPlain({ auths: { [server ?? '']: entry } }));
    return secretOf(flags, name, 'kubernetes.io/dockerconfigjson', new Map([[dockerConfig, content]]));
  },
};

function secretOf(flags: Flags, name: string, type: string, entries: ReadonlyMap<string, string>): ValueMap {
  const data: Fields = Object.fromEntries([...entries].map(([key, value]) => [key, base64(utf8(value))]));
  const hash = flags.truth('append-hash') ? `-${hashOf({ data, kind: 'Secret', name, type })}` : '';
  return objectOf('v1', 'Secret', `${name}${hash}`, {
    data: entries.size === 0 ? undefined : data,
    type: type === '' ? undefined : type,
  });
}
