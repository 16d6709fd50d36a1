import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { impersonatedUser, type RequestUser } from '@managed-fields/api-server';
import {
  isList,
  isMap,
  listAt,
  mapAt,
  parseJson,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';

/** A recorded sequence of steps; the format is described in conformance/traces/README.md. */
export interface Trace {
  readonly name: string;
  /** The release of the server, and of kubectl: `v1.36.3`. */
  readonly release: string;
  /** Whether the server had all admission plugins on that are on by default: the tag `installed`. */
  readonly installed: boolean;
  /** Whether each namespace had a ServiceAccount `default` before it was used: the tag `accounts`. */
  readonly accounts: boolean;
  readonly steps: readonly TraceStep[];
}

/** One step of a trace; `after` is an object as it was then, absent where the recording did not look. */
export type TraceStep = (
  | { readonly kind: 'crd'; readonly crd: Value }
  | { readonly kind: 'request'; readonly exchange: Exchange }
  | { readonly kind: 'command'; readonly command: Command }
) & { readonly after: After | undefined };

/** An object that was read after a step: its path, and the object, absent where there was none. */
export interface After {
  readonly path: string;
  readonly object: Value | undefined;
}

/** A request and its recorded answer. */
export interface Exchange {
  readonly request: RecordedRequest;
  readonly response: { readonly code: number; readonly body: Value; readonly warnings: readonly string[] };
  /** Whether the recording says `compare: "code"`: its words are in part left to chance, and not rewritten. */
  readonly byChance: boolean;
  /** Whether the webhook that converts the kind does not answer: `conversionDown` of the step. */
  readonly conversionDown?: boolean;
}

/** A request as it was sent. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: ReadonlyMap<string, string>;
  readonly contentType: string | undefined;
  readonly userAgent: string | undefined;
  /** Whom it was sent as; undefined for the administrator himself. */
  readonly user?: RequestUser | undefined;
  readonly body: string | undefined;
}

/** A kubectl command: what it was given, what it printed, and the requests that it sent. */
export interface Command {
  readonly line: string;
  readonly files: ReadonlyMap<string, string>;
  readonly stdin: string | undefined;
  readonly env: ReadonlyMap<string, string>;
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  readonly exchanges: readonly Exchange[];
}

/** Reads a trace file, numbers exact. A file that is no trace is a fault of ours. */
export function readTrace(file: string): Trace {
  const parsed = parseJson(readFileSync(file, 'utf8'));
  if (parsed.kind === 'error') throw new Error(`${file}: ${parsed.message}`);
  const trace = parsed.value;
  const steps = isMap(trace) ? listAt(trace, 'steps') : undefined;
  if (!isMap(trace) || steps === undefined) throw new Error(`${file}: not a trace`);
  const tags = listAt(trace, 'tags') ?? [];
  return {
    name: stringAt(trace, 'name') ?? file,
    release: stringAt(trace, 'kubernetes') ?? '',
    installed: tags.includes('installed'),
    accounts: tags.includes('accounts'),
    steps: steps.filter(isMap).map(readStep),
  };
}

function readStep(step: ValueMap): TraceStep {
  const read = mapAt(step, 'after');
  const after = read && { path: stringAt(read, 'path') ?? '', object: read.get('object') };
  const crd = step.get('crd');
  if (crd !== undefined) return { kind: 'crd', crd, after };
  const line = stringAt(step, 'command');
  if (line === undefined) return { kind: 'request', exchange: readExchange(step), after };
  const command = {
    line,
    files: textsOf(mapAt(step, 'files')),
    stdin: stringAt(step, 'stdin'),
    env: textsOf(mapAt(step, 'env')),
    stdout: stringAt(step, 'stdout') ?? '',
    stderr: stringAt(step, 'stderr') ?? '',
    exitCode: Number(step.get('exitCode') ?? 0n),
    exchanges: (listAt(step, 'requests') ?? []).filter(isMap).map(readExchange),
  };
  return { kind: 'command', command, after };
}

function readExchange(step: ValueMap): Exchange {
  const request = mapAt(step, 'request');
  const response = mapAt(step, 'response');
  const headers = mapAt(request, 'headers');
  const warnings = response?.get('warnings');
  return {
    request: {
      method: stringAt(request, 'method') ?? '',
      path: stringAt(request, 'path') ?? '',
      query: textsOf(mapAt(request, 'query')),
      contentType: stringAt(headers, 'Content-Type'),
      userAgent: stringAt(headers, 'User-Agent'),
      user: senderIn(textsOf(headers)),
      body: stringAt(request, 'body'),
    },
    response: {
      code: Number(response?.get('code') ?? 0n),
      body: response?.get('body') ?? null,
      warnings: isList(warnings) ? warnings.map(String) : [],
    },
    byChance: stringAt(step, 'compare') === 'code',
    conversionDown: step.get('conversionDown') === true,
  };
}

const singleHeader = /^impersonate-(?:user|uid)$/;

/** Whom a request is sent as, by its headers; several groups, or values, stand in one, with commas. */
function senderIn(headers: ReadonlyMap<string, string>): RequestUser | undefined {
  const apart = [...headers].map(([written, value]): [string, readonly string[]] => {
    const name = written.toLowerCase();
    if (singleHeader.test(name)) return [name, [value]];
    return [name, name === 'impersonate-group' && value === '' ? [] : value.split(', ')];
  });
  return impersonatedUser(new Map(apart));
}

function textsOf(map: ValueMap | undefined): ReadonlyMap<string, string> {
  return new Map([...(map ?? [])].map(([key, value]) => [key, String(value)]));
}

/** The trace files among some files and folders (folders with all below them), sorted within each. */
export function traceFiles(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    if (!statSync(path).isDirectory()) return [path];
    const entries = readdirSync(path).sort();
    return traceFiles(entries.map((entry) => join(path, entry))).filter((file) => file.endsWith('.json'));
  });
}
