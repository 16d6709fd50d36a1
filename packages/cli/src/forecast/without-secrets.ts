import {
  type Forecast,
  type ForecastInput,
  type ForecastRow,
  forecastRelease,
  manifestFile,
  objectsIn,
  type PlayedRow,
  type ReleaseForecast,
  readManifests,
  type Way,
} from '@managed-fields/forecast';
import { formatJson } from '@managed-fields/merge-engine';
import { answerQuestion, loadOnNeed, type RunOptions } from '@managed-fields/player';
import { secretKinds } from '@managed-fields/redact';
import { newScenario, type Scenario } from '@managed-fields/scenario';
import { printYaml } from '@managed-fields/source';
import { liveOf } from '@managed-fields/tools/programs';

/** What stands for a value that may be a secret. */
export const hiddenValue = '(hidden: it may be a secret)';

/** A row without secrets, and whether any were found. */
export interface RowWithoutSecrets {
  readonly row: ForecastRow;
  readonly hidden: boolean;
}

/**
 * A row as it may be printed: where its scenario holds what looks secret, the values and messages of the same forecast
 * of the scenario with those replaced, as a link would show it. Fields, owners and results stay.
 */
export async function rowWithoutSecrets(
  release: ReleaseForecast,
  row: ForecastRow,
  input: ForecastInput,
): Promise<RowWithoutSecrets> {
  if (row.kind !== 'played') return { row, hidden: false };
  const [serverSide, clientSide] = await Promise.all([
    withoutSecrets(release, row, 'server-side', row.serverSide, input),
    row.clientSide && withoutSecrets(release, row, 'client-side', row.clientSide, input),
  ]);
  const hidden = serverSide !== row.serverSide || clientSide !== row.clientSide;
  return { row: { ...row, serverSide, ...(clientSide === undefined ? {} : { clientSide }) }, hidden };
}

async function withoutSecrets(
  release: ReleaseForecast,
  { index }: PlayedRow,
  way: Way,
  forecast: Forecast,
  input: ForecastInput,
): Promise<Forecast> {
  const scenario = holdsValues(forecast) ? release.scenario(index, way) : undefined;
  const redacted = scenario && (await scenarioWithoutSecrets(scenario, input));
  if (redacted === undefined || redacted === scenario) return forecast;
  if (input.tool === undefined) return withValuesOf(forecast, await forecastOfScenario(redacted, way, input));
  const row = (await redactedOf(release, input))?.row(index);
  return withValuesOf(forecast, row?.kind === 'played' ? row.serverSide : undefined);
}

/** What a release ends with as it may be printed: where its texts hold what looks secret, the words without it. */
export async function errorWithoutSecrets(release: ReleaseForecast, input: ForecastInput): Promise<string | undefined> {
  if (release.error === undefined) return undefined;
  const redacted = await redactedOf(release, input);
  return redacted === undefined ? hiddenValue : redacted.error;
}

const redactedReleases = new WeakMap<ReleaseForecast, Promise<ReleaseForecast | undefined>>();

/** The same release without secrets, made once. */
function redactedOf(release: ReleaseForecast, input: ForecastInput): Promise<ReleaseForecast | undefined> {
  const known = redactedReleases.get(release) ?? releaseWithoutSecrets(input);
  redactedReleases.set(release, known);
  return known;
}

/**
 * The forecast of a whole release by its tool, with what looks secret replaced in manifests and in their live objects: what a
 * tool does for one object depends on the others. Its rows have the same indexes. Undefined where the replaced text is not
 * read as the same manifests.
 */
async function releaseWithoutSecrets(input: ForecastInput): Promise<ReleaseForecast | undefined> {
  const given = input.manifests.flatMap((each) => (each.kind === 'object' ? [each] : []));
  const values = given.map(({ value }) => value);
  const live = liveOf(values, input.live);
  const scenario = newScenario('', [
    ...live.map((object) => ({ kind: 'live', text: printYaml(object).text }) as const),
    { kind: 'tool', text: given.map(({ text }) => text.trimEnd()).join('\n---\n') },
  ]);
  const { steps } = await scenarioWithoutSecrets(scenario, input);
  const [lives, manifests] = [steps.slice(0, -1), steps.at(-1)].map((read) =>
    [read ?? []].flat().flatMap(({ text }) => readManifests('', text)),
  );
  const replaced = new Map(live.map((object, index) => [object, lives?.[index]]));
  if (lives?.length !== live.length || manifests?.length !== given.length) return undefined;
  const own: ForecastInput = {
    ...input,
    live: input.live.map((object) => {
      const other = replaced.get(object);
      return other?.kind === 'object' ? other.value : object;
    }),
    manifests: input.manifests.map((each) =>
      each.kind === 'object'
        ? { ...(manifests.shift() ?? each), place: each.place }
        : { ...each, text: withoutValues(each.text) },
    ),
  };
  return loadOnNeed(() => forecastRelease(own));
}

/** A document that is no object without all that it holds, since nobody knows what may be secret in it. */
function withoutValues(text: string): string {
  const [object] = objectsIn(text);
  if (object === undefined) return text;
  const isKept = (key: string) => key === 'apiVersion' || key === 'kind';
  return formatJson(new Map([...object].map(([key, value]) => [key, isKept(key) ? value : hiddenValue])));
}

function holdsValues({ changes, conflicts, staying, unowned, warnings, message }: Forecast): boolean {
  return message !== undefined || [changes, conflicts, staying, unowned, warnings].some(({ length }) => length > 0);
}

/** A scenario with what looks secret in it replaced; the same scenario where there is nothing. */
export async function scenarioWithoutSecrets(scenario: Scenario, { catalog }: RunOptions): Promise<Scenario> {
  const redacting = { kind: 'redacted', kinds: secretKinds } as const;
  const { findings } = await loadOnNeed(() => answerQuestion<'secrets'>(scenario, { kind: 'secrets' }, { catalog }));
  if (findings.length === 0) return scenario;
  return loadOnNeed(() => answerQuestion<'redacted'>(scenario, redacting, { catalog }));
}

/** The forecast of the last step of a scenario. */
async function forecastOfScenario(scenario: Scenario, way: Way, input: ForecastInput): Promise<Forecast | undefined> {
  const objects = (text: string) => readManifests('', text);
  const before = scenario.steps.flatMap((step) =>
    step.kind === 'crd' || step.kind === 'live' ? objects(step.text) : [],
  );
  const applied = scenario.steps.flatMap((step) => {
    if (step.kind === 'kubectl') return objects(step.files?.[manifestFile] ?? '');
    return step.kind === 'apply' || step.kind === 'create' ? objects(step.text) : [];
  });
  const live = before.flatMap((each) => (each.kind === 'object' ? [each.value] : []));
  const own = { ...input, live, manifests: applied, hooks: 'applied', clientSide: way === 'client-side' } as const;
  if (applied.length === 0) return undefined;
  const row = await loadOnNeed(() => forecastRelease(own).row(applied.length - 1));
  if (row.kind !== 'played') return undefined;
  return way === 'server-side' ? row.serverSide : row.clientSide;
}

/** A forecast with the values and the words of another one of the same fields; what that does not have is hidden. */
function withValuesOf(forecast: Forecast, other: Forecast | undefined): Forecast {
  const same = other?.result === forecast.result ? other : undefined;
  const changes = new Map(same?.changes.map((each) => [each.path, each]));
  const conflicts = new Map(same?.conflicts.map((each) => [each.path, each]));
  const kept = new Map([...(same?.staying ?? []), ...(same?.unowned ?? [])].map(({ path, value }) => [path, value]));
  const hide = (own: string | undefined, theirs: string | undefined, isKnown: boolean) =>
    own === undefined ? undefined : isKnown ? readable(theirs ?? hiddenValue) : hiddenValue;
  const value = <Field extends { readonly path: string; readonly value: string }>(field: Field): Field => ({
    ...field,
    value: readable(kept.get(field.path) ?? hiddenValue),
  });
  return {
    ...forecast,
    ...(forecast.message === undefined ? {} : { message: same?.message ?? hiddenValue }),
    warnings: same?.warnings ?? forecast.warnings.map(() => hiddenValue),
    changes: forecast.changes.map((change) => {
      const { path, before, after } = change;
      const theirs = changes.get(path);
      const isKnown = theirs !== undefined;
      return {
        ...change,
        before: hide(before, theirs?.before, isKnown),
        after: hide(after, theirs?.after, isKnown),
      };
    }),
    conflicts: forecast.conflicts.map((conflict) => {
      const theirs = conflicts.get(conflict.path);
      const isKnown = theirs !== undefined;
      return {
        ...conflict,
        live: hide(conflict.live, theirs?.live, isKnown),
        declared: hide(conflict.declared, theirs?.declared, isKnown),
      };
    }),
    staying: forecast.staying.map(value),
    unowned: forecast.unowned.map(value),
  };
}

/** A substitute in the data of a Secret as a person reads it, since base64 looks like what it stands for. */
function readable(value: string): string {
  if (!/^[\w+/]+=*$/.test(value)) return value;
  const text = Buffer.from(value, 'base64').toString('utf8');
  return /^redacted-\d+$/.test(text) ? text : value;
}

/** A row whose substitutes in the data of a Secret stand as a person reads them. */
export function readableRow(row: ForecastRow): ForecastRow {
  if (row.kind === 'played') return { ...row, serverSide: readableForecast(row.serverSide) };
  return row.kind === 'extra' ? { ...row, forecast: readableForecast(row.forecast) } : row;
}

function readableForecast(forecast: Forecast): Forecast {
  const said = (value: string | undefined) => (value === undefined ? undefined : readable(value));
  return {
    ...forecast,
    changes: forecast.changes.map((each) => ({ ...each, before: said(each.before), after: said(each.after) })),
    conflicts: forecast.conflicts.map((each) => ({ ...each, live: said(each.live), declared: said(each.declared) })),
    staying: forecast.staying.map((each) => ({ ...each, value: readable(each.value) })),
    unowned: forecast.unowned.map((each) => ({ ...each, value: readable(each.value) })),
  };
}
