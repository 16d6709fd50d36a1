import type { Io } from './io.ts';

/** Whether stdout takes colours. As with Node itself, FORCE_COLOR comes before NO_COLOR, and both before the terminal. */
export function hasColour({ stdout, env }: Io): boolean {
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  if (env['NO_COLOR']) return false;
  return stdout.isTTY && env['TERM'] !== 'dumb';
}
