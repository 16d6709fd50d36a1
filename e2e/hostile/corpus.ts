import { readFileSync } from 'node:fs';
import { type Hostile, largeLinks, largeTexts } from './large.ts';

export type { Hostile } from './large.ts';

/** A message that a stranger posts to a window of ours. */
export interface HostileMessage {
  readonly name: string;
  readonly tries: string;
  readonly data: unknown;
}

/** Markup, names, templates and characters, to stand wherever a string can: `inEveryPlace` puts them there. */
export const strings = read<Hostile>('strings');

/** Texts that mean something to what a file is opened, printed or run by: spreadsheets, Markdown, shells, pipelines. */
export const formats = read<Hostile>('formats');

/**
 * Texts that somebody pastes, drops or writes into a step: YAML and JSON, managedFields, definitions, commands, errors.
 */
export const texts: readonly Hostile[] = [...read<Hostile>('texts'), ...largeTexts];

/** Files that look like scenarios: foreign, broken, of tomorrow. */
export const files = read<Hostile>('files');

/** Fragments of addresses, without `#`. */
export const links: readonly Hostile[] = [...read<Hostile>('links'), ...largeLinks];

/** Messages that windows of strangers post. */
export const messages = read<HostileMessage>('messages');

/**
 * Makes a scenario in plain form with a string in every place that takes one: titles, names, managers, keys, values,
 * files.
 */
export function inEveryPlace(string: string): object {
  const entry = {
    manager: string,
    operation: 'Apply',
    apiVersion: 'v1',
    time: '2026-01-01T00:00:00Z',
    fieldsType: 'FieldsV1',
    subresource: string,
    fieldsV1: { 'f:data': { [`f:${string}`]: {} }, [`f:${string}`]: {} },
  };
  const object = (rest: object, data: string) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'a', labels: { [string]: string }, annotations: { [string]: string }, ...rest },
    data: { [string]: data, last: 'line' },
  });
  const deployment = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: string },
    spec: {
      template: { spec: { containers: [{ name: string, image: string, env: [{ name: string, value: string }] }] } },
    },
  };
  // File names are put in as own keys, whatever their names are.
  const named = (value: string) => Object.fromEntries([[string, value]]);
  return {
    version: 1,
    title: string.slice(0, 1000),
    about: string.slice(0, 1000),
    steps: [
      {
        kind: 'live',
        name: string.slice(0, 1000),
        note: string.slice(0, 1000),
        text: json(object({ managedFields: [entry] }, string)),
      },
      { kind: 'apply', manager: string.slice(0, 1000), text: json(object({}, `${string} and more`)) },
      { kind: 'apply', manager: 'other', text: json(object({}, 'something else')) },
      { kind: 'create', manager: string.slice(0, 128), text: json(deployment) },
      { kind: 'kubectl', text: `kubectl apply -f ${JSON.stringify(string)}`, files: named(json(object({}, string))) },
      { kind: 'merge-patch', manager: 'm', userAgent: string.slice(0, 1000), text: json({ data: { [string]: null } }) },
    ],
  };
}

/** Writes a value as JSON text, in which `__proto__` is a key as any other. */
function json(value: unknown): string {
  return JSON.stringify(value, null, 1);
}

function read<T>(name: string): readonly T[] {
  return JSON.parse(readFileSync(new URL(`./${name}.cases.json`, import.meta.url), 'utf8'));
}
