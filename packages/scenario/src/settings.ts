import type { AnyStep, RequestSettings, Step, StepKind } from './scenario.ts';

/** The name of a setting that steps have beside their text. */
export type StepSetting = keyof RequestSettings | 'files';

/** New values for settings; `undefined` takes a setting away. */
export type StepSettings = { readonly [K in StepSetting]?: AnyStep[K] | undefined };

const write = ['manager', 'userAgent', 'fieldValidation', 'dryRun'] as const;
const patch = ['manager', 'userAgent', 'subresource', 'fieldValidation', 'dryRun', 'object'] as const;

/** The settings that each kind of step makes use of: those that the page shows, and that a change of kind keeps. */
export const settingsOf: Readonly<Record<StepKind, readonly StepSetting[]>> = {
  live: [],
  apply: ['manager', 'force', 'subresource', 'fieldValidation', 'dryRun', 'object'],
  create: write,
  update: patch,
  'merge-patch': patch,
  'strategic-merge-patch': patch,
  'json-patch': patch,
  scale: [...write, 'object'],
  status: [...write, 'object'],
  reset: [...write, 'object'],
  delete: ['dryRun', 'object'],
  crd: [],
  kubectl: ['files'],
};

/** Makes a step of its kind. Settings that no step of the kind can have are left out. */
export function stepOf(step: AnyStep): Step {
  const { files, ...withoutFiles } = step;
  const { manager, userAgent, force, subresource, fieldValidation, dryRun, object, ...common } = withoutFiles;
  const { kind } = step;
  if (kind === 'live' || kind === 'crd') return { ...common, kind };
  if (kind === 'kubectl') return { ...common, kind, ...(files === undefined ? {} : { files }) };
  return { ...withoutFiles, kind };
}

/** A step without the settings that its kind makes no use of; the step itself where it has none of them. */
export function withoutUnused(step: Step): Step {
  const used: readonly string[] = settingsOf[step.kind];
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
  'force',
  'subresource',
  'fieldValidation',
  'dryRun',
  'object',
];

function possibleSettings(kind: StepKind): readonly StepSetting[] {
  if (kind === 'live' || kind === 'crd') return [];
  return kind === 'kubectl' ? ['files'] : requestSettings;
}
