import type { AnyStep, RequestSettings, RequestStep, Step, StepKind } from './scenario.ts';

/** The name of a setting that steps have beside their text. */
export type StepSetting = keyof RequestSettings | 'files' | 'tool';

/** New values for settings; `undefined` takes a setting away. */
export type StepSettings = { readonly [K in StepSetting]?: AnyStep[K] | undefined };

/**
 * How the text of a step is read: as an object, as objects, as one of the forms of a patch, or as a command line. Bodies of
 * `scale`, `status` and `reset` are sent as merge patches, or as JSON patches where the text is a list.
 */
export type StepText = 'object' | 'objects' | 'merge-patch' | 'strategic-merge-patch' | 'json-patch' | 'command';

/** What steps of a kind need. */
export interface StepNeeds {
  /** The settings that it makes use of: those that the page shows, and that a change of kind keeps. */
  readonly settings: readonly StepSetting[];
  readonly text: StepText;
  /** Whether the step also works without a text. */
  readonly mayBeEmpty?: true;
  /** Whether the text need not name its object: the step is then about the object that its settings name, or that of before. */
  readonly mayBeNameless?: true;
}

const write = ['manager', 'userAgent', 'user', 'fieldValidation', 'dryRun', 'conversionDown'] as const;
const writeTo = [...write, 'object'] as const;
const patch = [...write, 'subresource', 'object'] as const;
const nameless = { mayBeNameless: true } as const;

/** What each kind of step needs. */
export const needsOf: Readonly<Record<StepKind, StepNeeds>> = {
  live: { text: 'object', settings: [] },
  apply: {
    text: 'object',
    settings: ['manager', 'user', 'force', 'subresource', 'fieldValidation', 'dryRun', 'conversionDown', 'object'],
  },
  create: { text: 'object', settings: write },
  update: { text: 'object', settings: patch },
  'merge-patch': { text: 'merge-patch', settings: patch, ...nameless },
  'strategic-merge-patch': { text: 'strategic-merge-patch', settings: patch, ...nameless },
  'json-patch': { text: 'json-patch', settings: patch, ...nameless },
  scale: { text: 'merge-patch', settings: writeTo, ...nameless },
  status: { text: 'merge-patch', settings: writeTo, ...nameless },
  reset: { text: 'merge-patch', settings: writeTo, mayBeEmpty: true, ...nameless },
  delete: { text: 'object', settings: ['user', 'dryRun', 'conversionDown', 'object'], mayBeEmpty: true, ...nameless },
  crd: { text: 'object', settings: [] },
  kubectl: { text: 'command', settings: ['files'] },
  tool: { text: 'objects', settings: ['tool'], mayBeEmpty: true },
};

/** Whether a step is one request to the API server: no pasted object, definition, command or tool. */
export function isRequest(step: Step): step is RequestStep {
  return step.kind !== 'live' && step.kind !== 'crd' && step.kind !== 'kubectl' && step.kind !== 'tool';
}

/** Makes a step of its kind. Settings that no step of the kind can have are left out. */
export function stepOf(step: AnyStep): Step {
  const { files, tool, ...request } = step;
  const { manager, userAgent, user, force, subresource, fieldValidation, dryRun, conversionDown, object, ...common } =
    request;
  const { kind } = step;
  if (kind === 'live' || kind === 'crd') return { ...common, kind };
  if (kind === 'kubectl') return { ...common, kind, ...(files === undefined ? {} : { files }) };
  if (kind === 'tool') return { ...common, kind, ...(tool === undefined ? {} : { tool }) };
  return { ...request, kind };
}

/** A step without the settings that its kind makes no use of; the step itself where it has none of them. */
export function withoutUnused(step: Step): Step {
  const used: readonly string[] = needsOf[step.kind].settings;
  const unused = possibleSettings(step.kind).filter((setting) => !used.includes(setting));
  return withSettingsOf(step, Object.fromEntries(unused.map((setting) => [setting, undefined])));
}

/**
 * A step with settings changed; the step itself where nothing changes. Settings that no step of its kind can have are
 * passed over.
 */
export function withSettingsOf(step: Step, settings: StepSettings): Step {
  let changed: AnyStep = step;
  for (const setting of possibleSettings(step.kind)) {
    const value = settings[setting];
    if (!(setting in settings) || value === changed[setting]) continue;
    const { [setting]: _, ...without } = changed;
    changed = value === undefined ? without : { ...without, [setting]: value };
  }
  return changed === step ? step : stepOf(changed);
}

const requestSettings: readonly (keyof RequestSettings)[] = [
  'manager',
  'userAgent',
  'user',
  'force',
  'subresource',
  'fieldValidation',
  'dryRun',
  'conversionDown',
  'object',
];

function possibleSettings(kind: StepKind): readonly StepSetting[] {
  if (kind === 'live' || kind === 'crd') return [];
  if (kind === 'tool') return ['tool'];
  return kind === 'kubectl' ? ['files'] : requestSettings;
}
