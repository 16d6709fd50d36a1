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
  /** The words that it takes behind it; none where these are files or objects. */
  readonly words: readonly string[];
}

/** The values that no help lists: of options, and of the words behind a command, by their names. */
export interface KnownValues {
  readonly options: Readonly<Record<string, readonly string[]>>;
  readonly words: Readonly<Record<string, readonly string[]>>;
}

/** All commands with the options of their helps, which a test holds against what they take, and `help`. */
export function describedCommands(
  commands: Commands,
  known: KnownValues = { options: {}, words: {} },
): readonly DescribedCommand[] {
  const described = [...commands].map(([name, { summary, help }]) => ({
    ...{ name, summary, words: known.words[name] ?? [] },
    options: optionsIn(help).map((each) => ({ ...each, values: known.options[each.name] ?? each.values })),
  }));
  return [
    ...described,
    { name: 'help', summary: 'say how a command is used', options: [], words: [...commands.keys()] },
  ];
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

const choices: Readonly<Record<string, readonly string[]>> = {
  output: ['text', 'json', 'csv', 'markdown', 'html', 'sarif'],
  color: ['auto', 'always', 'never'],
  time: ['relative', 'full', 'none'],
  hooks: ['skip', 'apply'],
};

/** Those of the known choices of an option that its help names. */
function valuesOf(name: string, about: string): readonly string[] {
  return (choices[name] ?? []).filter((each) => new RegExp(`\\b${each}\\b`).test(about));
}
