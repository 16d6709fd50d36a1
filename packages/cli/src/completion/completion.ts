import { kubernetesVersions } from '@managed-fields/kubernetes-types';
import type { Commands } from '../command.ts';
import { toolNames } from '../forecast/tool-options.ts';
import { exit, type Run } from '../io.ts';
import { schemaNames } from '../json/schemas.ts';
import { nearest } from '../nearest.ts';
import { readOptions, refuse } from '../options.ts';
import { describedCommands, type KnownValues } from './described.ts';
import { completionScript, shells } from './scripts.ts';

/** `managed-fields completion SHELL`: prints the script by which a shell completes these commands, or their manual page. */
export const completionOf =
  (commands: Commands): Run =>
  async (args, io) => {
    const read = readOptions(args, {});
    if (read.kind === 'usage') return refuse(io, read.message, 'completion');
    const [named = '', ...more] = read.words;
    if (more.length > 0) return refuse(io, 'name one shell', 'completion');
    if (named === 'man') {
      io.stdout.write(manPage(commands, io.version()));
      return exit.done;
    }
    const shell = shells.find((each) => each === named);
    if (shell === undefined) {
      const meant = nearest(named, shells);
      return refuse(io, `name a shell: ${shells.join(', ')}; or man for the manual page${meant}`, 'completion');
    }
    io.stdout.write(completionScript(shell, describedCommands(commands, knownValues)));
    return exit.done;
  };

const knownValues: KnownValues = {
  options: { kubernetes: kubernetesVersions, tool: toolNames },
  words: { completion: [...shells, 'man'], schema: schemaNames },
};

/** Writes the manual page of the program, for `man -l`: the list of commands, and the help of each. */
function manPage(commands: Commands, version: string): string {
  const list = [...commands].flatMap(([name, { summary }]) => ['.TP', `.B ${roff(name)}`, roff(summary)]);
  const helps = [...commands].flatMap(([name, { help }]) => [
    `.SH ${roff(name.toUpperCase())}`,
    '.nf',
    ...help.trimEnd().split('\n').map(roff),
    '.fi',
  ]);
  return [
    `.TH MANAGED\\-FIELDS 1 "" "managed\\-fields ${roff(version)}"`,
    '.SH NAME',
    'managed\\-fields \\- who manages which field of a Kubernetes object',
    '.SH SYNOPSIS',
    '.B managed\\-fields',
    '.I COMMAND',
    '[\\fIOPTION\\fR...]',
    '.SH COMMANDS',
    ...list,
    ...helps,
    '',
  ].join('\n');
}

/** A line as roff shows it: a dot or a quote at its beginning would be a request. */
function roff(line: string): string {
  const escaped = line.replaceAll('\\', '\\e').replaceAll('-', '\\-');
  return /^[.']/.test(escaped) ? `\\&${escaped}` : escaped;
}
