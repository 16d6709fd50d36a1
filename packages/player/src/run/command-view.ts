import { catalogOf } from '@managed-fields/api-server';
import { fieldValidationIn } from '@managed-fields/kubectl';
import { isMap, stringAt } from '@managed-fields/merge-engine';
import {
  hasApply,
  hasApplyFlag,
  inputFile,
  type Step,
  withApplyFlag,
  withoutApplyFlags,
} from '@managed-fields/scenario';
import { printYaml, readDocuments } from '@managed-fields/source';
import type { CommandView } from '../playback.ts';
import { typeProblems } from './answer-problems.ts';
import { clientSideManager, migrationViews } from './migration.ts';
import { storedBy } from './play-command.ts';
import type { PlayedStep } from './played-step.ts';
import { firstProblems, mergedProblems } from './problems.ts';
import { threeWayRows } from './three-way.ts';
import { problemsOfType } from './type-problems.ts';

/** The view of a command: what it printed and compared. Undefined for other steps. */
export function commandView(played: PlayedStep): CommandView | undefined {
  const { command, after } = played;
  if (command === undefined) return undefined;
  const catalog = catalogOf(after.cluster);
  const { stdout, stderr, exitCode, hint, unplayed, opened, outputs, missing, variables, requests, applies } = command;
  const manager = requests.find(({ trace }) => trace?.operation === 'Update')?.trace?.manager ?? clientSideManager;
  const instead = otherApply(played.step);
  return {
    ...(instead === undefined ? {} : { otherWay: instead.serverSide ? 'server' : 'client' }),
    ...(hasApplyFlag(played.step.text, '--force-conflicts') ? { forced: true } : {}),
    migrations: migrationViews(played),
    stdout,
    stderr,
    exitCode,
    ...(hint === undefined ? {} : { hint }),
    ...(unplayed === undefined ? {} : { unplayed }),
    ...(outputs.length < 2 ? {} : { outputs: outputs.map(({ stdout, stderr }) => ({ stdout, stderr })) }),
    ...(opened === undefined ? {} : { opened }),
    missing,
    variables,
    ...writtenBefore(played),
    fileProblems: filesOf(played).flatMap(([file, text]) => fileProblems(file, text, played)),
    applies: applies.flatMap((apply) => {
      const { current, patch, patchType } = apply;
      const version = catalog.findKind(stringAt(current, 'apiVersion') ?? '', stringAt(current, 'kind') ?? '');
      if (version === undefined) return [];
      return [
        {
          patchType,
          patch: patch === undefined ? undefined : printYaml(patch).text,
          rows: threeWayRows(apply, version, manager),
        },
      ];
    }),
  };
}

/** The files that a command could read: those that lay there, and its own, standard input and edited text among them. */
function filesOf({ step, before }: PlayedStep): readonly (readonly [name: string, text: string])[] {
  return [...new Map([...before.files, ...Object.entries(ownFiles(step))])];
}

function ownFiles(step: Step): Readonly<Record<string, string>> {
  return step.kind === 'kubectl' ? (step.files ?? {}) : {};
}

/** The texts that commands before it wrote, of the files that are not its own. */
function writtenBefore({ step, before }: PlayedStep): Pick<CommandView, 'written'> {
  const own = ownFiles(step);
  const names = [...before.written].filter((name) => !Object.hasOwn(own, name));
  if (names.length === 0) return {};
  return { written: Object.fromEntries(names.map((name) => [name, before.files.get(name) ?? ''])) };
}

/** The problems of a file of a command: what cannot be read, and what the types of its objects do not allow. */
function fileProblems(file: string, text: string, { step, after, command }: PlayedStep): CommandView['fileProblems'] {
  if (file !== inputFile && !/\.(?:ya?ml|json)$/.test(file)) return [];
  const catalog = catalogOf(after.cluster);
  const fieldValidation = fieldValidationIn(step.text);
  const problems = readDocuments(text).flatMap((document) => {
    const { value } = document;
    const object = isMap(value ?? null) && value instanceof Map ? value : undefined;
    const version = catalog.findKind(stringAt(object, 'apiVersion') ?? '', stringAt(object, 'kind') ?? '');
    const failed = command?.exitCode !== 0;
    const how = { applied: false, failed, directives: false, allowDuplicates: false, fieldValidation };
    const byType = version === undefined ? [] : problemsOfType({ value, document }, version.type, how);
    const ofTypes = typeProblems({ text, value, document }, storedBy(command?.requests ?? []), after.cluster);
    return mergedProblems(ofTypes, [...document.problems, ...byType], fieldValidation);
  });
  return problems.length === 0 ? [] : [{ file, problems: firstProblems(problems) }];
}

/** The same apply with the other side computing it: server-side instead of client-side, or the reverse. */
export interface OtherApply {
  readonly line: string;
  readonly serverSide: boolean;
}

/**
 * The command line of the same apply with or without `--server-side`; undefined for steps that are no `kubectl apply`.
 */
export function otherApply({ kind, text }: Step): OtherApply | undefined {
  const line = text.trim();
  if (kind !== 'kubectl' || !hasApply(line)) return undefined;
  const bare = withoutApplyFlags(line, ['--server-side', '--force-conflicts']);
  if (hasApplyFlag(line, '--server-side')) return { line: bare, serverSide: false };
  return { line: withApplyFlag(line, '--server-side'), serverSide: true };
}
