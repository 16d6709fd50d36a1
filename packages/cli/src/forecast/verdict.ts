import type { Forecast, ForecastRow, ReleaseForecast } from '@managed-fields/forecast';
import { isLost, objectText } from '@managed-fields/forecast';
import { isTrouble } from './shown.ts';
import { ownerWords } from './words.ts';

/** What can make a forecast fail, each by the name that `--fail-on` has for it. */
const causes = {
  conflict: ({ result }) => result === 'conflict',
  refused: ({ result }) => result === 'refused',
  deleted: ({ result }) => result === 'deleted',
  created: ({ result }) => result === 'created',
  changed: ({ result }) => result === 'changed',
  left: ({ result }) => result === 'left',
  'lost-owner': ({ taken }) => taken.length > 0,
  'lost-field': ({ changes }) => changes.some(isLost),
  unowned: ({ unowned }) => unowned.length > 0,
} as const satisfies Readonly<Record<string, (forecast: Forecast) => boolean>>;

/** A cause, or one that the tool's own deeds show. */
export type FailOn = keyof typeof causes | 'recreated' | 'migrated' | 'collected';

const names: readonly string[] = [...Object.keys(causes), 'recreated', 'migrated'];

type ReadFailOn =
  | { readonly kind: 'read'; readonly value: ReadonlySet<FailOn> | undefined }
  | { readonly kind: 'usage'; readonly message: string };

/** Reads the lists of `--fail-on`; undefined where there is none. `collected` is a cause of a rehearsal alone. */
export function readFailOn(lists: readonly string[], isRehearsed = false): ReadFailOn {
  const known = isRehearsed ? [...names, 'collected'] : names;
  if (lists.length === 0) return { kind: 'read', value: undefined };
  const all = lists.flatMap((list) => list.split(',')).filter((each) => each !== '' && each !== 'nothing');
  const wrong = all.find((each) => !known.includes(each));
  if (wrong !== undefined) {
    return { kind: 'usage', message: `--fail-on ${wrong} is not known: it is one of ${known.join(', ')}, nothing` };
  }
  return { kind: 'read', value: new Set(all as FailOn[]) };
}

/** Whether a row is one that makes the forecast fail. */
export function isFailing(row: ForecastRow, failOn: ReadonlySet<FailOn> | undefined): boolean {
  if (row.kind !== 'played' && row.kind !== 'extra') return false;
  const forecasts = row.kind === 'extra' ? [row.forecast] : [row.serverSide, row.clientSide ?? []].flat();
  if (failOn === undefined) return forecasts.some(isTrouble);
  const isDone = row.tool?.deeds.some((deed) => failOn.has(deed)) ?? false;
  return isDone || forecasts.some((each) => [...failOn].some((cause) => isCause(cause) && causes[cause](each)));
}

function isCause(name: FailOn): name is keyof typeof causes {
  return Object.hasOwn(causes, name);
}

/** Who is to own a field of which objects. */
export interface Expectation {
  readonly manager: string;
  /** `.spec.replicas` */
  readonly path: string;
  /** A kind in any of its names, `deploy`, and a name with `*` for any part. */
  readonly kind: string;
  readonly name: string;
}

/** Reads `MANAGER owns PATH of KIND/NAME`; undefined where it is not that. */
export function readExpectation(text: string): Expectation | undefined {
  const match = /^\s*(\S+)\s+owns\s+(\S+)\s+of\s+([\w.-]+)\/(\S+)\s*$/.exec(text);
  const [, manager = '', path = '', kind = '', name = ''] = match ?? [];
  return match === null ? undefined : { manager, path, kind: kind.toLowerCase(), name };
}

/** A sentence about the first text that is no expectation; undefined where all are. */
export function expectationProblem(texts: readonly string[]): string | undefined {
  const wrong = texts.find((each) => readExpectation(each) === undefined);
  if (wrong === undefined) return undefined;
  return `--expect ${wrong} cannot be read: it is like 'argocd-controller owns .spec.replicas of deploy/*'`;
}

/** What is wrong with an expectation, a sentence each; none where it holds. */
export function failuresOf(
  expectation: Expectation,
  rows: readonly ForecastRow[],
  release: Pick<ReleaseForecast, 'owners'>,
  isKind: (row: ForecastRow, kind: string) => boolean,
): readonly string[] {
  const { manager, path, kind, name } = expectation;
  const said = `${manager} owns ${path} of ${kind}/${name}`;
  const met = rows.filter((row) => row.kind === 'played' && isKind(row, kind) && isNamed(row.object.name, name));
  if (met.length === 0) return [`expected: ${said}; there is no such object in the release`];
  return met.flatMap((row) => {
    const owners = release.owners(row.index, path);
    if (owners === undefined || owners.length === 0) {
      return [`expected: ${said}; nobody owns it in ${row.kind === 'played' ? objectText(row.object) : ''}`];
    }
    if (owners.some((owner) => owner.manager === manager)) return [];
    const others = owners.map(ownerWords).join(', ');
    return [`expected: ${said}; in ${row.kind === 'played' ? objectText(row.object) : ''} it is ${others}`];
  });
}

/** Whether a name fits a pattern with `*`. */
function isNamed(name: string, pattern: string): boolean {
  const parts = pattern.split('*');
  if (parts.length === 1) return name === pattern;
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= name.length - last.length;
}
