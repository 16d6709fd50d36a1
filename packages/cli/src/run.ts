import { terminalLine } from '@managed-fields/foreign-text';
import type { Command } from './command.ts';
import { optionsIn } from './completion/described.ts';
import { withConfig } from './config/with-config.ts';
import {
  auditHelp,
  clusterHelp,
  completionHelp,
  diffHelp,
  explainHelp,
  forecastHelp,
  linkHelp,
  lintHelp,
  mcpHelp,
  ownersHelp,
  rehearseHelp,
  schemaHelp,
  surveyHelp,
} from './help.ts';
import { exit, type Io } from './io.ts';
import { nearest } from './nearest.ts';

/**
 * Runs the program: finds the command that the first argument names and runs it with the others. Returns the exit code:
 * 0 where it did what was asked, 1 where that failed, 2 where arguments or input cannot be used.
 */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const [name = '', ...rest] = args;
  if (name === '--version' || name === 'version') {
    io.stdout.write(`${io.version()}\n`);
    return exit.done;
  }
  if (isHelp(name)) return help(rest[0], io);
  const command = commands.get(name);
  if (command === undefined) return unknown(name, io);
  const options = rest.includes('--') ? rest.slice(0, rest.indexOf('--')) : rest;
  if (options.some((each) => each === '--help' || each === '-h')) return help(name, io);
  const takes = new Set(optionsIn(command.help).map((each) => each.name));
  const configured = await withConfig(name, rest, takes, io);
  if (typeof configured === 'number') return configured;
  const { run: runCommand } = await command.load();
  return runCommand(configured, io);
}

function isHelp(name: string): boolean {
  return name === '--help' || name === '-h' || name === 'help';
}

/** Prints the help of a command, or the list of all. */
function help(name: string | undefined, io: Io): number {
  const text = name === undefined || isHelp(name) ? overview() : commands.get(name)?.help;
  if (text === undefined) return unknown(name ?? '', io);
  io.stdout.write(text);
  return exit.done;
}

/** Says that no command has this name, and which are there. */
function unknown(name: string, io: Io): number {
  const quoted = terminalLine(JSON.stringify(name));
  const said = name.startsWith('-')
    ? `${quoted} is no command: options stand behind one`
    : `there is no command ${quoted}${nearest(name, commands.keys())}`;
  io.stderr.write(`managed-fields: ${name === '' ? 'a command is missing' : said}\n\n${overview()}`);
  return exit.usage;
}

function overview(): string {
  const rows = [...commands].map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`);
  return `managed-fields: who manages which field of a Kubernetes object

Usage: managed-fields COMMAND [OPTION…]
       kubectl managed-fields COMMAND [OPTION…]

${rows.join('\n')}

  managed-fields COMMAND --help   how a command is used
  managed-fields --version        the version of this program

Exit codes: 0 done; 1 failed, or not everything could be done; 2 arguments or input that cannot be used.
`;
}

/** All subcommands by their names, in the order in which they are listed. */
export const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  [
    'owners',
    {
      summary: 'print an object with the owners of each line',
      help: ownersHelp,
      load: () => import('./owners/owners.ts'),
    },
  ],
  [
    'audit',
    {
      summary: 'say by an audit log who wrote what, who fights, and how an object came to be',
      help: auditHelp,
      load: () => import('./audit/audit.ts'),
    },
  ],
  [
    'diff',
    {
      summary: 'say in which fields two objects differ, and who owns these',
      help: diffHelp,
      load: () => import('./diff/diff.ts'),
    },
  ],
  [
    'explain',
    {
      summary: 'say what an error text means, who owns the fields, and what can be done',
      help: explainHelp,
      load: () => import('./explain/explain.ts'),
    },
  ],
  [
    'link',
    {
      summary: 'print the address that opens an object in the playground',
      help: linkHelp,
      load: () => import('./link/link.ts'),
    },
  ],
  [
    'forecast',
    {
      summary: 'say what a release would change, conflict with and leave behind',
      help: forecastHelp,
      load: () => import('./forecast/forecast.ts'),
    },
  ],
  [
    'lint',
    {
      summary: 'say about which lists of a definition managers will fight',
      help: lintHelp,
      load: () => import('./lint/lint.ts'),
    },
  ],
  [
    'rehearse',
    {
      summary: 'run a tool against a copy of your cluster, and say what it did',
      help: rehearseHelp,
      load: () => import('./rehearse/rehearse.ts'),
    },
  ],
  [
    'survey',
    {
      summary: 'say what is wrong with many objects, and what an upgrade changes for them',
      help: surveyHelp,
      load: () => import('./survey/survey.ts'),
    },
  ],
  [
    'cluster',
    {
      summary: 'serve the playground beside the API of your cluster',
      help: clusterHelp,
      load: () => import('./cluster/cluster.ts'),
    },
  ],
  [
    'completion',
    {
      summary: 'print what completes the program in a shell, or its manual page',
      help: completionHelp,
      load: async () => ({ run: (await import('./completion/completion.ts')).completionOf(commands) }),
    },
  ],
  [
    'schema',
    {
      summary: 'print the JSON Schema of an output, or of the configuration',
      help: schemaHelp,
      load: () => import('./schema/schema.ts'),
    },
  ],
  [
    'mcp',
    {
      summary: 'answer assistants: who owns what, conflicts and their ways out',
      help: mcpHelp,
      load: () => import('./mcp/mcp.ts'),
    },
  ],
]);
