import { catalogOf } from '@managed-fields/api-server';
import { fieldValidationIn, type SentRequest } from '@managed-fields/kubectl';
import { formatJson, isList, isMap, stringAt, type Value, type ValueMap } from '@managed-fields/merge-engine';
import {
  hasApply,
  hasApplyFlag,
  inputFile,
  type Step,
  withApplyFlag,
  withoutApplyFlags,
} from '@managed-fields/scenario';
import { printYaml, readDocuments } from '@managed-fields/source';
import type { CommandRequestView, CommandView, RequestView } from '../playback.ts';
import { annotateObject } from './annotate.ts';
import { clientSideManager, migrationViews } from './migration.ts';
import { objectOf } from './play-command.ts';
import type { PlayedStep } from './played-step.ts';
import { firstProblems, mergedProblems } from './problems.ts';
import { isFieldConflict, messageOf } from './refusal.ts';
import { threeWayRows } from './three-way.ts';
import { problemsOfType } from './type-problems.ts';

/** The view of a command: what it printed, which requests it sent, what it compared. Undefined for other steps. */
export function commandView(played: PlayedStep): CommandView | undefined {
  const { command, after } = played;
  if (command === undefined) return undefined;
  const catalog = catalogOf(after.cluster);
  const annotated = (object: ValueMap) => annotateObject(object, catalog);
  const { stdout, stderr, exitCode, hint, unplayed, opened, outputs, missing, variables, requests, applies } = command;
  const manager = requests.find(({ trace }) => trace?.operation === 'Update')?.trace?.manager ?? clientSideManager;
  const before = requests.find(({ trace }) => trace !== undefined && trace.operation !== 'Get')?.trace?.before;
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
    fileProblems: filesOf(played).flatMap(([file, text]) => fileProblems(file, text, played)),
    managersBefore: before === undefined ? [] : annotated(before).managers,
    requests: requests.map((sent): CommandRequestView => {
      const { response, trace } = sent;
      const object = objectOf(sent);
      const message = messageOf(response.body);
      return {
        request: requestView(sent),
        code: response.code,
        conflict: isFieldConflict(response),
        ...(message === undefined || response.code < 400 ? {} : { message }),
        ...(trace === undefined || trace.manager === '' ? {} : { manager: trace.manager }),
        result: object === undefined ? undefined : annotated(object),
      };
    }),
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

/** The files that a command could read: those that lie there, and its own standard input and edited text. */
function filesOf({ step, after }: PlayedStep): readonly (readonly [name: string, text: string])[] {
  const own = step.kind === 'kubectl' ? (step.files ?? {}) : {};
  return [...new Map([...after.files, ...Object.entries(own)])];
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
    return mergedProblems([], [...document.problems, ...byType], fieldValidation);
  });
  return problems.length === 0 ? [] : [{ file, problems: firstProblems(problems) }];
}

/** A body as people write it: objects and merge patches as YAML, a JSON patch as JSON. */
function bodyText(value: Value): string {
  return isList(value) ? `${formatJson(value, { indent: 2 })}\n` : printYaml(value).text;
}

/** The view of a request that a command sent. */
export function requestView({
  request: { method, path, query, contentType, userAgent, body },
}: SentRequest): RequestView {
  return {
    method,
    path,
    query: [...query],
    ...(contentType === undefined ? {} : { contentType }),
    ...(userAgent === undefined ? {} : { userAgent }),
    ...(body?.kind === 'value' ? { body: bodyText(body.value) } : {}),
  };
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
