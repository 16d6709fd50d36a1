import { terminalLine } from '@managed-fields/foreign-text';
import type { Io } from '../io.ts';
import { refuse } from '../options.ts';

/** The environment variable that names the file. No file is looked for that nobody named: a folder may be somebody else's. */
export const configVariable = 'MANAGED_FIELDS_CONFIG';

/**
 * The arguments of a command with what a file of settings says, which `--config FILE` names, or an environment variable; or the
 * exit code where it cannot be read. `--link` without an address takes that of the file, or of MANAGED_FIELDS_PAGE.
 * `takes`: the options of the command.
 */
export async function withConfig(
  command: string,
  args: readonly string[],
  takes: ReadonlySet<string>,
  io: Io,
): Promise<readonly string[] | number> {
  const end = args.indexOf('--');
  const [own, rest] = end < 0 ? [args, []] : [args.slice(0, end), args.slice(end)];
  if (!takes.has('config')) return args;
  const named = fileNamed(own);
  if (named === 'missing') return refuse(io, '--config needs the name of a file', command);
  if (named !== undefined && fileNamed(named.others) !== undefined)
    return refuse(io, '--config is named twice', command);
  const file = named?.file ?? io.env[configVariable];
  const given = named?.others ?? own;
  let words: readonly string[] = [];
  let page = io.env['MANAGED_FIELDS_PAGE'];
  if (file !== undefined && file !== '') {
    const read = await io.readBytes(file);
    if (read.kind !== 'bytes') {
      const whys = { folder: `${file} is a folder`, missing: `there is no file ${file}` };
      const why = read.kind === 'unreadable' ? `${file} cannot be read: ${read.message}` : whys[read.kind];
      return refuse(io, named === undefined ? `${configVariable}: ${why}` : `--config: ${why}`, command);
    }
    const { argumentsOf, readConfig } = await import('./config.ts');
    const { sourceText } = await import('@managed-fields/survey');
    const settings = readConfig(file, sourceText(read.bytes));
    if (settings.kind === 'problems') {
      const [first = '', ...others] = settings.problems;
      for (const problem of others) io.stderr.write(`managed-fields ${command}: ${terminalLine(problem)}\n`);
      return refuse(io, first, command);
    }
    words = argumentsOf(settings.config, takes, given);
    page = settings.config.pageAddress ?? page;
  }
  const linked =
    page === undefined || !takes.has('link') ? given : given.map((word, at) => linkWord(word, given[at + 1], page));
  return [...words, ...linked, ...rest];
}

/** `--link` with the address of the page, where none stands behind it. */
function linkWord(word: string, next: string | undefined, page: string): string {
  return word === '--link' && (next === undefined || next.startsWith('-')) ? `--link=${page}` : word;
}

function fileNamed(
  args: readonly string[],
): { readonly file: string; readonly others: readonly string[] } | 'missing' | undefined {
  const at = args.findIndex((word) => word === '--config' || word.startsWith('--config='));
  const word = args[at];
  if (word === undefined) return undefined;
  const isAlone = word === '--config';
  const file = isAlone ? args[at + 1] : word.slice('--config='.length);
  if (file === undefined || file === '' || (isAlone && file.startsWith('-'))) return 'missing';
  return { file, others: [...args.slice(0, at), ...args.slice(at + (isAlone ? 2 : 1))] };
}
