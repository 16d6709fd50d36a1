import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { readArguments } from '../../tools/arguments.ts';
import { ensureBrowser } from '../browser.ts';
import { printFigures } from './figures.ts';

const { values } = readArguments({
  name: 'pnpm e2e:cluster',
  about:
    'Runs the end-to-end tests of the cluster mode against a real server, whose namespace shop they fill and clear.',
  options: {
    server: { type: 'string', value: 'URL', required: true, about: 'the address of a server for tests' },
    token: { type: 'string', value: 'TOKEN', default: 'admin', about: 'a bearer token' },
    kubectl: { type: 'string', value: 'PROGRAM', about: 'tries the attacks on the command with this kubectl as well' },
    record: { type: 'boolean', about: 'keeps the answers, which these tests play without a server' },
    figures: { type: 'boolean', about: 'prints what opening an object among 5,000 takes, instead' },
  },
});
ensureBrowser();
if (values.figures) {
  await printFigures(values.server, values.token);
  process.exit(0);
}
const root = fileURLToPath(new URL('../..', import.meta.url));
const env = {
  ...process.env,
  E2E_CLUSTER: values.server,
  E2E_CLUSTER_TOKEN: values.token,
  ...(values.kubectl === undefined ? {} : { E2E_KUBECTL: values.kubectl }),
  ...(values.record ? { E2E_CLUSTER_RECORD: '1' } : {}),
};
// One after the other: all fill the same namespace.
const { status } = spawnSync('npx', ['playwright', 'test', 'e2e/cluster', '--workers=1', '--project=chromium'], {
  cwd: root,
  env,
  stdio: 'inherit',
});
process.exit(status ?? 1);
