import { type FieldError, mapAt, metadataOf, stringAt, type ValueMap } from '@managed-fields/merge-engine';

/** How much Pods of a namespace may do, from most to least. */
export type Level = 'privileged' | 'baseline' | 'restricted';

const levels: readonly Level[] = ['privileged', 'baseline', 'restricted'];

/** A level as it is in a version: `latest`, or `v1.34`. Upstream: api/helpers.go LevelVersion. */
export interface LevelVersion {
  readonly level: Level;
  readonly version: string;
}

/**
 * What a namespace asks of its Pods. What it asks for the audit log shows in no answer, and only its labels are read.
 * Upstream: api/helpers.go Policy.
 */
export interface Policy {
  readonly enforce: LevelVersion;
  readonly warn: LevelVersion;
  /** What is wrong with the labels. */
  readonly errors: readonly FieldError[];
}

/** `restricted:latest` */
export function policyText({ level, version }: LevelVersion): string {
  return `${level}:${version}`;
}

/** Negative, zero or positive, as the first level restricts less, as much or more. */
export function compareLevels(a: Level, b: Level): number {
  return levels.indexOf(a) - levels.indexOf(b);
}

/** The minor version of a policy on a server, which knows none later than its own. */
export function minorOf({ version }: LevelVersion, newest: number): number {
  return version === 'latest' ? newest : Math.min(newest, Number(version.slice('v1.'.length)));
}

const prefix = 'pod-security.kubernetes.io/';

/**
 * Reads the policy of a namespace from its labels. A level that does not exist is enforced as the strictest one, and
 * warns of nothing. Without labels all is privileged. Upstream: api/helpers.go PolicyToEvaluate, with the default
 * configuration of admission/api/v1/defaults.go.
 */
export function policyOf(namespace: ValueMap | undefined): Policy {
  const labels = mapAt(namespace === undefined ? new Map() : metadataOf(namespace), 'labels');
  const errors: FieldError[] = [];
  const read = <T extends string>(name: string, known: (text: string) => T | undefined, detail: string) => {
    const label = `${prefix}${name}`;
    const text = stringAt(labels, label);
    if (text === undefined) return { isThere: false, value: undefined };
    const value = known(text);
    if (value === undefined) errors.push({ type: 'Invalid', field: `metadata.labels[${label}]`, value: text, detail });
    return { isThere: true, value };
  };
  const mode = (name: string) => ({
    level: read(name, knownLevel, `must be one of ${levels.join(', ')}`),
    version: read(`${name}-version`, knownVersion, 'must be "latest" or "v1.x"'),
  });
  const enforced = mode('enforce');
  mode('audit');
  const warned = mode('warn');
  const enforce: LevelVersion = {
    level: enforced.level.value ?? (enforced.level.isThere ? 'restricted' : 'privileged'),
    version: enforced.version.value ?? 'latest',
  };
  const warn: LevelVersion = {
    level: warned.level.value ?? 'privileged',
    version: warned.version.value ?? 'latest',
  };
  // What is enforced is warned of too, as templates are.
  if (warned.level.isThere || enforced.level.value === undefined) return { enforce, warn, errors };
  const { version } = warned.version.isThere ? warn : enforce;
  return { enforce, warn: { level: enforce.level, version }, errors };
}

function knownLevel(text: string): Level | undefined {
  return levels.find((level) => level === text);
}

const mostMinor = 2n ** 63n - 1n;

function knownVersion(text: string): string | undefined {
  if (text === 'latest') return text;
  const minor = /^v1\.(0|[1-9][0-9]*)$/.exec(text)?.[1];
  return minor === undefined || BigInt(minor) > mostMinor ? undefined : text;
}
