import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Packs staged folders into a place and installs them in a project, without a network and without their scripts, as a
 * user would from the registry. Returns the names of the packed files.
 */
export function installPacked(staged: readonly string[], place: string, project: string): readonly string[] {
  const npm = (...args: readonly string[]) => execFileSync('npm', args, { cwd: project, stdio: 'pipe' });
  npm('pack', '--silent', '--offline', '--pack-destination', place, ...staged);
  const packed = readdirSync(place).filter((file) => file.endsWith('.tgz'));
  const files = packed.map((file) => join(place, file));
  npm('install', '--silent', '--offline', '--ignore-scripts', '--no-audit', ...files);
  return packed;
}
