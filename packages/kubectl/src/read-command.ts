import { findVerb } from './find-verb.ts';
import { globalFlags } from './flag-sets.ts';
import { parseFlags } from './flags.ts';
import { validationOf } from './options.ts';
import { commandsIn } from './shell-text.ts';

/**
 * The field validation that the first command of a line with `--validate` asks for; `Strict` where none does, and where
 * kubectl refuses what it says.
 */
export function fieldValidationIn(line: string): 'Strict' | 'Warn' | 'Ignore' {
  for (const { words } of commandsIn(line)) {
    const [program, ...rest] = words.map(({ text }) => text);
    const found = program === 'kubectl' ? findVerb(rest) : undefined;
    if (found?.kind !== 'verb') continue;
    const parsed = parseFlags(found.rest, [...globalFlags, ...found.verb.flags]);
    if (parsed.kind === 'bad-flags' || !parsed.flags.changed('validate')) continue;
    const validation = validationOf(parsed.flags);
    return validation.kind === 'option' ? validation.value : 'Strict';
  }
  return 'Strict';
}
