import { serverRelease } from '@managed-fields/kubernetes-types';
import {
  type AnyStep,
  isRequest,
  needsOf,
  type ObjectName,
  type StepSettings as Settings,
  type Step,
  type StepSetting,
  stepKinds,
  versionOf,
  withSettings,
} from '@managed-fields/scenario';
import { type ReactNode, useId } from 'react';
import { onDemand } from '../../../core/code/fetch-code.ts';
import { changeByEngine } from '../../../core/engine/drive.ts';
import { useAnswer } from '../../../core/engine/use-answer.ts';
import { edit, useScenario } from '../../../core/store/scenario-store.ts';
import { useLayout } from '../../../core/ui/media.ts';
import { TermLabel } from '../../../core/ui/term.tsx';
import { words } from '../../../core/words/language.ts';
import { asksWho, UserSetting } from './user-setting.tsx';

const kindChange = onDemand(() => import('./changed-kind.ts'));

async function changeKind(step: Step, kind: Step['kind']): Promise<void> {
  const { changedKind } = await kindChange();
  edit((scenario) => changedKind(scenario, step, kind));
}

/** A definition whose kind a webhook converts, in YAML and in JSON. */
const converted = /\bstrategy["']?\s*:\s*["']?Webhook\b/;

interface StepSettingsProps {
  readonly step: Step;
  /** The object of the request, as the outcome names it. */
  readonly object: string | undefined;
}

/** The settings of the request of a step: only those that its kind uses. */
export function StepSettings({ step, object }: StepSettingsProps) {
  const release = useScenario(({ scenario }) => serverRelease(versionOf(scenario)));
  const needs = needsOf[step.kind];
  const reads = (setting: StepSetting) => needs.settings.includes(setting);
  const set = (settings: Settings) =>
    edit((scenario) => withSettings(scenario, step.id, settings), {
      series: `${step.id} ${Object.keys(settings).join(' ')}`,
    });
  const managers = useScenario((state) => state.scenario.steps).flatMap(({ manager }: AnyStep) => manager ?? []);
  const {
    manager,
    userAgent,
    user,
    force,
    subresource,
    fieldValidation,
    dryRun,
    conversionDown,
    object: named,
  }: AnyStep = step;
  // Only then does the setting change anything.
  const converts = useScenario(({ scenario }) => scenario.steps.some(({ text }) => converted.test(text)));
  const asked = useScenario(({ scenario }) => scenario.steps.some(({ text }) => asksWho.test(text)));
  const list = useId();
  const narrow = useLayout() === 'narrow';
  const hint = step.kind === 'apply' ? '' : words.step.managerHint;
  const others = (
    <>
      {reads('manager') && (
        <TermLabel term="manager">
          {words.step.manager}
          <input
            type="text"
            list={list}
            size={Math.min(26, Math.max(9, (manager || hint).length + 1))}
            value={manager ?? ''}
            placeholder={hint}
            spellCheck={false}
            autoComplete="off"
            onChange={({ target }) => set({ manager: target.value === '' ? undefined : target.value })}
          />
          <datalist id={list}>
            {[...new Set(managers)].map((manager) => (
              <option key={manager} value={manager} />
            ))}
          </datalist>
        </TermLabel>
      )}
      {reads('userAgent') && manager === undefined && step.kind !== 'apply' && (
        <TermLabel term="userAgent">
          {words.step.userAgent}
          <input
            type="text"
            size={20}
            value={userAgent ?? ''}
            placeholder={`kubectl/${release}`}
            spellCheck={false}
            onChange={({ target }) => set({ userAgent: target.value === '' ? undefined : target.value })}
          />
        </TermLabel>
      )}
      {reads('user') && (user !== undefined || asked) && (
        <UserSetting user={user} set={(value) => set({ user: value })} />
      )}
      {isRequest(step) && <ApiVersionSetting stepId={step.id} />}
      {reads('force') && (
        <TermLabel term="force">
          <input
            type="checkbox"
            checked={force === true}
            onChange={({ target }) => set({ force: target.checked || undefined })}
          />
          {words.step.force}
        </TermLabel>
      )}
      {reads('subresource') && (
        <TermLabel term="subresource">
          {words.step.subresource}
          <select
            value={subresource ?? ''}
            onChange={({ target }) => set({ subresource: target.value === '' ? undefined : target.value })}
          >
            <option value="">{words.step.noSubresource}</option>
            {[...new Set(['status', 'scale', subresource ?? 'status'])].map((subresource) => (
              <option key={subresource} value={subresource}>
                {subresource}
              </option>
            ))}
          </select>
        </TermLabel>
      )}
      {reads('fieldValidation') && (
        <TermLabel term="fieldValidation">
          {words.step.validation}
          <select
            value={fieldValidation ?? ''}
            onChange={({ target }) =>
              set({ fieldValidation: (['Strict', 'Warn', 'Ignore'] as const).find((each) => each === target.value) })
            }
          >
            {(['', 'Strict', 'Warn', 'Ignore'] as const).map((validation) => (
              <option key={validation} value={validation}>
                {words.step.validations[validation]}
              </option>
            ))}
          </select>
        </TermLabel>
      )}
      {reads('dryRun') && (
        <TermLabel term="dryRun">
          <input
            type="checkbox"
            checked={dryRun === true}
            onChange={({ target }) => set({ dryRun: target.checked || undefined })}
          />
          {words.step.dryRun}
        </TermLabel>
      )}
      {reads('conversionDown') && (conversionDown === true || converts) && (
        <TermLabel term="conversion" text={words.step.conversionDownHint}>
          <input
            type="checkbox"
            checked={conversionDown === true}
            onChange={({ target }) => set({ conversionDown: target.checked || undefined })}
          />
          {words.step.conversionDown}
        </TermLabel>
      )}
      {reads('object') && (needs.mayBeNameless === true || named !== undefined) && (
        <ObjectSetting name={named} known={object} set={(name) => set({ object: name })} />
      )}
    </>
  );
  return (
    <fieldset className="settings" aria-label={words.step.request}>
      <label>
        {words.step.request}
        <select
          value={step.kind}
          onChange={({ target }) => {
            const kind = stepKinds.find((each) => each === target.value);
            if (kind !== undefined) void changeKind(step, kind);
          }}
        >
          {stepKinds.map((kind) => (
            <option key={kind} value={kind}>
              {words.steps.kindNames[kind]}
            </option>
          ))}
        </select>
      </label>
      {narrow ? (
        <Folded summary={[manager, force === true && words.step.force, dryRun === true && words.step.dryRun]}>
          {others}
        </Folded>
      ) : (
        others
      )}
    </fieldset>
  );
}

interface FoldedProps {
  /** What the folded line tells of the settings. */
  readonly summary: readonly (string | false | undefined)[];
  readonly children: ReactNode;
}

/** The settings behind one line, which leaves a small screen to the text. */
function Folded({ summary, children }: FoldedProps) {
  return (
    <details className="settings-folded">
      <summary>{summary.filter(Boolean).join(' · ') || words.step.moreSettings}</summary>
      <div className="settings-more">{children}</div>
    </details>
  );
}

interface ObjectSettingProps {
  readonly name: ObjectName | undefined;
  readonly known: string | undefined;
  readonly set: (name: ObjectName | undefined) => void;
}

function ObjectSetting({ name, known, set }: ObjectSettingProps) {
  if (name === undefined) {
    const [apiVersion = 'v1', kind = 'ConfigMap', path = 'example'] = known?.split(' ') ?? [];
    const [namespace, last] = path.includes('/') ? path.split('/') : [undefined, path];
    const start = { apiVersion, kind, ...(namespace === undefined ? {} : { namespace }), name: last ?? 'example' };
    return (
      <span className="setting-object">
        {words.step.objectOf} <b>{known ?? words.step.objectFromBefore}</b>
        <button type="button" className="link" onClick={() => set(start)}>
          {words.step.chooseObject}
        </button>
      </span>
    );
  }
  const change = (key: keyof ObjectName, value: string) => {
    const { namespace, ...rest } = { ...name, [key]: value };
    set(namespace === undefined || namespace === '' ? rest : { ...rest, namespace });
  };
  return (
    <fieldset className="setting-object">
      <legend className="hidden-text">{words.step.objectOf}</legend>
      {(['apiVersion', 'kind', 'namespace', 'name'] as const).map((key) => (
        <label key={key}>
          {words.step.objectFields[key]}
          <input
            type="text"
            size={Math.min(24, Math.max(8, (name[key] ?? '').length + 1))}
            value={name[key] ?? ''}
            spellCheck={false}
            autoComplete="off"
            onChange={({ target }) => change(key, target.value)}
          />
        </label>
      ))}
      <button type="button" className="link" onClick={() => set(undefined)}>
        {words.step.useObjectFromBefore}
      </button>
    </fieldset>
  );
}

/** The choice of the API version of the request, where the kind is served at several. */
export function ApiVersionSetting({ stepId }: { readonly stepId: string }) {
  const { answer } = useAnswer({ kind: 'api-versions', stepId });
  if (answer === undefined) return null;
  return (
    <label>
      {words.step.apiVersion}
      <select
        value={answer.current}
        onChange={({ target }) => changeByEngine({ kind: 'with-api-version', stepId, apiVersion: target.value })}
      >
        {answer.served.map((apiVersion) => (
          <option key={apiVersion} value={apiVersion}>
            {apiVersion}
          </option>
        ))}
      </select>
    </label>
  );
}
