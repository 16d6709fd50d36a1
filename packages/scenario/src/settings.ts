import type { Step, StepKind } from './scenario.ts';

/** The settings of a step beside its text: what the request is sent with. */
export type StepSetting =
  | 'manager'
  | 'userAgent'
  | 'force'
  | 'subresource'
  | 'fieldValidation'
  | 'dryRun'
  | 'object'
  | 'files';

/** New values for settings; `undefined` takes a setting away. */
export type StepSettings = { readonly [K in StepSetting]?: Step[K] | undefined };

const write = ['manager', 'userAgent', 'fieldValidation', 'dryRun'] as const;
const patch = ['manager', 'userAgent', 'subresource', 'fieldValidation', 'dryRun', 'object'] as const;

/** Which settings a kind of step reads; the others are absent from its steps. */
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

/** A step without the settings that its kind does not read; the step itself where there are none. */
export function withoutUnread(step: Step): Step {
  const read: readonly string[] = settingsOf[step.kind];
  const unread = allSettings.filter((setting) => !read.includes(setting));
  return withSettingsOf(step, Object.fromEntries(unread.map((setting) => [setting, undefined])));
}

/** A step with settings changed; the step itself where nothing changes. */
export function withSettingsOf(step: Step, settings: StepSettings): Step {
  let changed = step;
  for (const setting of allSettings) {
    const value = settings[setting];
    if (!(setting in settings) || value === changed[setting]) continue;
    const { [setting]: _, ...without } = changed;
    changed = value === undefined ? without : { ...without, [setting]: value };
  }
  return changed;
}

const allSettings: readonly StepSetting[] = [
  'manager',
  'userAgent',
  'force',
  'subresource',
  'fieldValidation',
  'dryRun',
  'object',
  'files',
];
