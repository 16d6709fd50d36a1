import { spawnSync } from 'node:child_process';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { root } from './published.ts';

const attw = `${root}node_modules/@arethetypeswrong/cli/dist/index.js`;

/** What publint says of a package in a folder, as it would be published. */
export async function manifestComplaints(folder: string): Promise<readonly string[]> {
  const { messages, pkg } = await publint({ pkgDir: folder, strict: true, pack: false });
  return messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code);
}

/**
 * What attw (are the types wrong?) says of a packed package; empty where nothing is wrong. The packages are ES modules alone,
 * and style sheets have no types.
 */
export function typeComplaints(tarball: string, styles: readonly string[]): string {
  const left = styles.length === 0 ? [] : ['--exclude-entrypoints', ...styles];
  const args = [attw, tarball, '--profile', 'esm-only', '--format', 'ascii', '--no-emoji', '--no-color', ...left];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return status === 0 ? '' : `${stdout}${stderr}`;
}
