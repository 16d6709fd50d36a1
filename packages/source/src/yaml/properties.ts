import { parseFailure } from './failure.ts';
import type { Token } from './token.ts';
import type { TokenStream } from './token-stream.ts';

/** The prefixes of tag handles. */
export type TagHandles = ReadonlyMap<string, string>;

const defaultHandles: readonly (readonly [string, string])[] = [
  ['!', '!'],
  ['!!', 'tag:yaml.org,2002:'],
];

/**
 * Reads the directives and the `---` after them, if there are any, and returns the tag handles. Undefined after a
 * failure.
 * Upstream: go.yaml.in/yaml/v2 parserc.go yaml_parser_process_directives.
 */
export function readDirectives(stream: TokenStream, explicit: boolean): TagHandles | undefined {
  const handles = new Map<string, string>();
  let hasVersion = false;
  let token = stream.peek();
  while (token.kind === 'version-directive' || token.kind === 'tag-directive') {
    if (token.kind === 'version-directive') {
      if (hasVersion) return stream.fail(parseFailure(token, 'found duplicate %YAML directive'));
      if (token.value !== '1.1') return stream.fail(parseFailure(token, 'found incompatible YAML document'));
      hasVersion = true;
    } else {
      if (handles.has(token.value)) return stream.fail(parseFailure(token, 'found duplicate %TAG directive'));
      handles.set(token.value, token.suffix);
    }
    token = stream.next();
  }
  if (explicit) {
    if (token.kind !== 'document-start') {
      return stream.fail(parseFailure(token, 'did not find expected <document start>'));
    }
    stream.take();
  }
  for (const [handle, prefix] of defaultHandles) {
    if (!handles.has(handle)) handles.set(handle, prefix);
  }
  return handles;
}

/** The anchor, tag and start of a node, read before its content; empty where there are none. */
export interface Properties {
  readonly from: number;
  readonly to: number;
  readonly line: number;
  readonly anchor: string;
  readonly tag: string;
}

/** Reads an anchor and a tag in either order, if there are any; undefined after a failure. */
export function readProperties(stream: TokenStream, handles: TagHandles): Properties | undefined {
  const first = stream.peek();
  let token = first;
  let anchor: Token | undefined;
  let tagged: Token | undefined;
  while ((token.kind === 'anchor' && anchor === undefined) || (token.kind === 'tag' && tagged === undefined)) {
    if (token.kind === 'anchor') anchor = token;
    else tagged = token;
    token = stream.next();
  }
  if (stream.failure !== undefined) return undefined;
  const tag = tagged === undefined ? '' : fullTag(tagged, handles);
  if (tag === undefined) return tagged && stream.fail(parseFailure(tagged, 'found undefined tag handle'));
  const to = Math.max(anchor?.to ?? first.from, tagged?.to ?? first.from);
  return { from: first.from, to, line: first.line, anchor: anchor?.value ?? '', tag };
}

function fullTag({ value: handle, suffix }: Token, handles: TagHandles): string | undefined {
  if (handle === '') return suffix;
  const prefix = handles.get(handle);
  return prefix === undefined ? undefined : prefix + suffix;
}
