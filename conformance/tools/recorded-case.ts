import { readdirSync, readFileSync } from 'node:fs';

/** A request of a recorded tool, with its answer. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly contentType?: string;
  readonly body?: unknown;
  readonly response: { readonly code: number; readonly body?: unknown };
}

/** What a real tool did on a real server. The README of the folder says how it was recorded. */
export interface RecordedCase {
  readonly name: string;
  readonly about: string;
  readonly tool: string;
  readonly version: string;
  readonly kubernetes: string;
  readonly options: Readonly<Record<string, string>>;
  readonly namespace: string;
  readonly manifests: string;
  /** What Flux keeps in its inventory and the manifests do not have. */
  readonly stale?: readonly object[];
  readonly live: readonly object[];
  readonly requests: readonly RecordedRequest[];
  readonly after: readonly object[];
  readonly error: string | null;
}

const folder = new URL('recorded/', import.meta.url);

/** The folders of the recordings, one a tool. */
export function recordedTools(): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((each) => (each.isDirectory() ? [each.name] : []));
}

/** All cases of a tool, by name. */
export function recordedCases(tool: string): readonly RecordedCase[] {
  const files = readdirSync(new URL(`${tool}/`, folder)).filter((file) => file.endsWith('.json'));
  return files.toSorted().map((file) => JSON.parse(readFileSync(new URL(`${tool}/${file}`, folder), 'utf8')));
}
