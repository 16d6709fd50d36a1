import type { Forecast, ReleaseForecast } from '@managed-fields/forecast';
import { formatJson, isList, isMap, type Value } from '@managed-fields/merge-engine';
import type { RecordedApply } from './recorded-applies.ts';

/** How a forecast differs from the recorded answer to its apply, in words; undefined where it does not. */
export function differenceTo({ way, live, answer }: RecordedApply, release: ReleaseForecast): string | undefined {
  const row = release.row(0);
  const forecast = row.kind === 'played' ? forecastOf(row, way.kind) : undefined;
  if (forecast === undefined) return `no forecast: ${formatJson(JSON.stringify(row))}`;
  if (answer.kind === 'refused') return differenceOfRefusal(answer, forecast);
  if (forecast.result === 'refused' || forecast.result === 'conflict') return `refused: ${forecast.message}`;
  if ((forecast.result === 'created') !== (live === undefined)) return `it is ${forecast.result}`;
  const after = release.after(0, way.kind);
  if (after === undefined) return 'there is no object afterwards';
  // The server gives a new Service an address by chance.
  const address = live === undefined ? /"10\.96\.\d+\.\d+"/g : /(?!)/g;
  const [here, there] = [after, answer.object].map((each) =>
    formatJson(withoutChance(each)).replace(address, '"10.96.0.0"'),
  );
  if (here !== there) return `the object is ${here}\nand was ${there}`;
  const isSame = live !== undefined && formatJson(withoutChance(live)) === there;
  if (isSame && forecast.changes.length > 0) return 'fields change that stayed';
  return undefined;
}

function forecastOf(row: { readonly serverSide: Forecast; readonly clientSide?: Forecast }, way: string) {
  return way === 'server-side' ? row.serverSide : row.clientSide;
}

function differenceOfRefusal(
  { code, message, byChance }: RecordedApply['answer'] & { readonly kind: 'refused' },
  { result, ...forecast }: Forecast,
): string | undefined {
  const isConflict = code === 409 && message.startsWith('Apply failed with');
  if (result !== (isConflict ? 'conflict' : 'refused')) return `it is ${result}, and was refused: ${message}`;
  if (code !== undefined && forecast.code !== code) return `the code is ${forecast.code}, and was ${code}`;
  if (!byChance && forecast.message !== message) return `the message is ${forecast.message}\nand was ${message}`;
  return undefined;
}

/** A value in one order of keys, without what a server makes up at each write: times, uids and resourceVersions. */
export function withoutChance(value: Value): Value {
  if (isList(value)) return value.map(withoutChance);
  if (!isMap(value)) return value;
  const kept = [...value]
    .filter(([key]) => !madeUp.has(key))
    .map(([key, child]) => [key, withoutChance(child)] as const);
  return new Map(kept.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const madeUp: ReadonlySet<string> = new Set(['time', 'uid', 'resourceVersion', 'creationTimestamp']);
