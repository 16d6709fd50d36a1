import { catalogOf } from '@managed-fields/api-server';
import { metadataText, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import type { Outcome, Problem, ToolStep } from '@managed-fields/scenario';
import { kubectlTexts } from '@managed-fields/source';
import {
  fillIn,
  keptOf,
  type ProgramName,
  programOptions,
  programs,
  releaseOf,
  type ToolRan,
  type ToolTask,
} from '@managed-fields/tools/programs';
import type { Notice } from '../playback.ts';
import { isObject, manifestsIn, objectsIn } from './declared.ts';
import { ranStep, statusOfWrites, targetOf } from './play-command.ts';
import { type PlayState, timeText } from './play-state.ts';
import { failedStep, idleStep, type PlayedStep } from './played-step.ts';
import { isFieldConflict } from './refusal.ts';
import type { StepText } from './step-text.ts';

/**
 * Plays a release by a deploy tool on the cluster of the scenario. Its last release is that of the live objects, or what it
 * kept of the steps before. The step is about the object that it wrote last, or else read last.
 */
export function playTool(step: ToolStep, text: StepText, before: PlayState): PlayedStep {
  const { name = '', version = '', namespace = '', options = {} } = step.tool ?? {};
  const fail = (notice: Notice) => failedStep(step, text, before, { notices: [notice] });
  const problems = text.documents.flatMap((document) => document.problems);
  const unread = problems.find(({ severity }) => severity === 'error');
  if (unread !== undefined)
    return failedStep(step, text, before, { message: unread.message, problems: others(text, problems) });
  if (!isProgram(name))
    return fail({
      code: name === '' ? 'no-tool' : 'unknown-tool',
      data: { tool: name, options: Object.keys(programs).join(', ') },
    });
  const known = new Set(programOptions[name].map((option) => option.name));
  const unknown = Object.keys(options).filter((option) => !known.has(option));
  if (unknown.length > 0) return fail({ code: 'unknown-option', data: { tool: name, options: unknown.join(', ') } });
  if (text.isEmpty && options['rollback'] === undefined) {
    return idleStep(step, text, before, [{ code: 'empty-text', data: {} }]);
  }
  const manifests = manifestsIn(text.text, text.documents);
  const named = text.documents.flatMap(({ value }) => (value == null ? [] : objectsIn(value)));
  if (named.some(({ value }) => !isObject(value))) return fail({ code: 'not-objects', data: {} });
  const live = [...before.cluster.objects.values()].map(({ object }) => object);
  const told = {
    options: new Map(Object.entries(options)),
    previous: undefined,
    manifests: manifests.map(({ value }) => value),
    force: false,
    manager: '',
  };
  const found = fillIn(name, version, told, live);
  if (found.kind === 'missing') return fail({ code: 'missing-option', data: { tool: name, options: found.option } });
  if (found.kind === 'unreadable')
    return fail({ code: 'unreadable-option', data: { tool: name, options: found.option } });
  const { tool: choice, notes } = found;
  // Argo CD marks each object with the name of its Application, so that there is no sync without one.
  if (name === 'argocd' && !choice.options.has('application') && !choice.options.has('app')) {
    return fail({ code: 'missing-option', data: { tool: name, options: 'application' } });
  }
  const given: ToolTask = {
    manifests,
    namespace: namespace || 'default',
    options: choice.options,
    version: choice.version,
    live,
    kept: before.kept,
  };
  const task = releaseOf(name, given);
  const host = { ...kubectlTexts, release: before.release };
  const ran = programs[name](before.cluster, task, host, timeText(before.seconds));
  const kept = keptOf(name, task, ran);
  // An object that is there is more worth showing than one that was deleted.
  const standing = ran.requests.filter(({ request }) => request.method !== 'DELETE');
  const catalog = catalogOf(ran.cluster);
  const target = targetOf(standing, catalog) ?? targetOf(ran.requests, catalog) ?? before.target;
  const writes = ran.requests.filter(({ request }) => request.method !== 'GET' && !request.query.has('dryRun'));
  const message = messageOf(ran);
  const played = ranStep(step, text, before, {
    cluster: ran.cluster,
    sent: ran.requests,
    writes,
    target,
    outcome: {
      status: statusOf(ran, message !== undefined),
      ...(message === undefined ? {} : { message }),
      warnings: [
        ...new Set([
          ...ran.ends.flatMap(({ warnings = [] }) => warnings),
          ...ran.requests.flatMap(({ response }) => response.warnings),
        ]),
      ],
      problems,
    },
  });
  return {
    ...played,
    after: kept === undefined ? played.after : { ...played.after, kept: [...before.kept, kept] },
    tool: { choice, notes, ends: ran.ends, error: ran.error },
  };
}

/** The problems of all documents but the first, whose problems a failed step has already. */
function others({ problems: first }: StepText, problems: readonly Problem[]): readonly Problem[] {
  return problems.filter((each) => !first.includes(each));
}

function isProgram(name: string): name is ProgramName {
  return Object.hasOwn(programs, name);
}

/** What the tool says where it fails: its last words, or else those about its objects. */
function messageOf({ error, ends }: ToolRan): string | undefined {
  if (error !== undefined) return error;
  const failed = ends.filter(({ end }) => end === 'failed');
  return failed.length === 0
    ? undefined
    : failed.map(({ object, message = '' }) => `${nameOfEnd(object)}: ${message}`).join('\n');
}

/** `Deployment web` */
export function nameOfEnd(object: ValueMap): string {
  return `${stringAt(object, 'kind') ?? ''} ${metadataText(object, 'name')}`;
}

function statusOf({ requests }: ToolRan, hasFailed: boolean): Outcome['status'] {
  if (hasFailed) return requests.some(({ response }) => isFieldConflict(response)) ? 'conflict' : 'error';
  const done = requests.filter(
    ({ request, response }) => request.method !== 'GET' && !request.query.has('dryRun') && response.code < 400,
  );
  const standing = done.filter(({ request }) => request.method !== 'DELETE');
  if (done.length === 0) return 'unchanged';
  const status = statusOfWrites(standing.length === 0 ? done : standing);
  return status === 'unchanged' && standing.length < done.length ? 'deleted' : status;
}
