import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Measures how long the main thread of the built page is kept from answering, whatever is brought to it, by the
 * end-to-end tests with the tag `@tasks`: one after the other, on a machine that does nothing else. Throws where one of
 * them takes longer than it may.
 */
export function timePage(): void {
  const ran = spawnSync('npx', ['playwright', 'test', '--grep', '@tasks', '--workers', '1', '--project', 'chromium'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, E2E_TASKS: '1' },
    stdio: 'inherit',
  });
  if (ran.status !== 0) throw new Error('the page was kept busy for longer than it may be');
}
