import { expect, test } from 'vitest';
import { secretWords } from './programs.ts';

const secret = 'Tulip-Harbor-93';

/** What of the words of a command is found. */
function found(...words: readonly string[]): readonly string[] {
  return secretWords(words).map(({ word, from, to }) => (words[word] ?? '').slice(from, to));
}

test.each([
  ['curl', '-u', `admin:${secret}`, 'https://a.example'],
  ['curl', '-sSfu', `admin:${secret}`, 'https://a.example'],
  ['curl', `-uadmin:${secret}`],
  ['curl', `--user=admin:${secret}`],
  ['mysql', '-uroot', `-p${secret}`],
  ['/usr/bin/mysqldump', `-p${secret}`, 'shop'],
  ['docker', 'login', '-u', 'a', '-p', secret],
  ['sqlcmd', '-S', 'db', '-P', secret],
  ['redis-cli', '--pass', secret, 'ping'],
  ['app', `--dbpass=${secret}`],
  ['app', '--db-password', secret],
  ['java', `-Ddb.password=${secret}`, '-jar', 'app.jar'],
  ['openssl', 'enc', '-pass', `pass:${secret}`],
  ['sqlplus', `bob/${secret}@db`],
  ['htpasswd', '-bc', '/x', 'bob', secret],
  ['app', '--login', `bob:${secret}`],
  ['kubectl', 'config', 'set', 'users.me.token', secret],
  ['kubectl', 'config', 'set', 'users.a.b.client-key-data', secret, '--set-raw-bytes'],
  ['kubectl', 'config', 'set', 'users.me.password', secret, '--kubeconfig', 'k.yaml'],
  ['mc', 'alias', 'set', 'name', 'https://a.example', secret, `${secret}x`].slice(0, 6),
])('%s %s', (...words) => expect(found(...words)).toEqual([secret]));

test.each([
  ['mysql', '-uroot', '-p$MYSQL_PASSWORD'],
  ['app', '--no-password', 'serve'],
  ['app', '--password-file', '/run/secrets/db'],
  ['app', '--token-ttl', '24h'],
  ['docker', 'run', '-p', '8080:80', 'app'],
  ['app', '--user', '1000:1000'],
  ['app', '--image-pull-secret', 'registry'],
  ['kubectl', 'get', 'secret', 'db'],
  ['kubectl', 'config', 'set', 'contexts.prod.namespace', 'shop'],
  ['kubectl', 'config', 'set', 'users.me.username', 'bob'],
  ['kubectl', '--kubeconfig', 'prod.yaml', 'get', 'pods'],
  ['kubectl', '--kubeconfig=prod.yaml', 'get', 'pods'],
])('nothing in %s %s %s', (...words) => expect(found(...words)).toEqual([]));
