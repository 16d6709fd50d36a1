import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The media type by which kubectl sends objects of kinds that it is compiled with. */
export const protobufType = 'application/vnd.kubernetes.protobuf';

let program: string | undefined;

/** Returns the JSON of an object that was sent as protobuf. It needs Go, and throws with its words where it fails. */
export function jsonOfProtobuf(body: Buffer): string {
  program ??= built();
  return ran(program, [], { input: body });
}

function built(): string {
  const output = join(mkdtempSync(join(tmpdir(), 'record-protobuf-')), 'protobuf');
  const cwd = fileURLToPath(new URL('../go', import.meta.url));
  ran('go', ['build', '-o', output, './protobuf'], { cwd });
  return output;
}

function ran(
  command: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly input?: Buffer },
): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { ...options, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} failed: ${stderr || (error?.message ?? 'no words')}`);
  return stdout;
}
