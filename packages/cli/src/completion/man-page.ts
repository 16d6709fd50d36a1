import type { Commands } from '../command.ts';

/** Writes the manual page of the program, for `man -l`: the list of commands, and the help of each. */
export function manPage(commands: Commands, version: string): string {
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
