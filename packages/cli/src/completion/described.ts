import type { Commands } from '../command.ts';

/** An option as a help describes it. */
export interface DescribedOption {
  /** `output` */
  readonly name: string;
  /** `o`; empty where it has none. */
  readonly short: string;
  /** The word that stands for its value; empty where it takes none. */
  readonly value: string;
  readonly about: string;
  /** The values that it takes, where there are only some. */
  readonly values: readonly string[];
}

/** A command with its options. */
export interface DescribedCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly DescribedOption[];
}

/** All commands with the options of their helps, which a test holds against what they take. */
export function describedCommands(commands: Commands): readonly DescribedCommand[] {
  return [...commands].map(([name, { summary, help }]) => ({ name, summary, options: optionsIn(help) }));
}

/** `  -f, --file FILE      a file…` or `      --objects        in json…`; what follows stands behind two spaces, or below. */
const optionLine = /^ {2}(?:-(\w), | {4})(--.*?)(?: {2,}(.*))?$/;

/** The options that a help describes. Several may stand on one line: `--context NAME, --kubeconfig FILE`. */
export function optionsIn(help: string): readonly DescribedOption[] {
  const lines = help.split('\n');
  return lines.flatMap((line, at) => {
    const [, short = '', named = '', beside] = optionLine.exec(line) ?? [];
    if (named === '') return [];
    const below = lines[at + 1] ?? '';
    const about = (beside ?? (/^ {10}/.test(below) ? below : '')).trim();
    return named.split(', ').flatMap((each): readonly DescribedOption[] => {
      const [, name = '', value = ''] = /^--([a-z-]+)(?: (\S.*))?$/.exec(each.trim()) ?? [];
      return name === '' ? [] : [{ name, short, value, about, values: valuesOf(name, about) }];
    });
  });
}

const formats = ['text', 'json', 'csv', 'markdown', 'html', 'sarif'];

function valuesOf(name: string, about: string): readonly string[] {
  const [list = ''] = about.split(';');
  const all = name === 'output' ? formats : name === 'color' ? ['auto', 'always', 'never'] : [];
  return all.filter((each) => new RegExp(`\\b${each}\\b`).test(list));
}
