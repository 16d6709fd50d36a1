import type { KubectlHost, ReadDocument } from '@managed-fields/kubectl';
import { bodyOf, wellFormed } from './body.ts';
import { readDocuments } from './documents.ts';
import { limits } from './limits.ts';
import { printYaml } from './print/yaml.ts';
import { compose } from './yaml/compose.ts';
import { parseYaml } from './yaml/parser.ts';
import { resolveCore } from './yaml/tagged.ts';

/** How kubectl reads and prints YAML: the part of its host that is the same in a browser and on Node. */
export const kubectlTexts: Pick<KubectlHost, 'read' | 'readCore' | 'printYaml'> = {
  read: (text) => readDocuments(text).map(({ body }) => documentOf(body)),
  readCore,
  printYaml: (value) => printYaml(value).text,
};

function documentOf(body: ReturnType<typeof bodyOf>): ReadDocument {
  return body.kind === 'value' ? { kind: 'value', value: body.value } : { kind: 'malformed', message: body.message };
}

/**
 * Reads the documents of a file as kustomize does, which splits it at lines of dashes before it reads any of it, and stops at
 * the first that it cannot read. Upstream: sigs.k8s.io/kustomize/kyaml kio/byteio_reader.go splitDocuments, Read.
 */
function readCore(written: string): readonly ReadDocument[] {
  const text = wellFormed(written).replaceAll('\r\n', '\n');
  if (text.length > limits.length) return [{ kind: 'malformed', message: 'the text is too large' }];
  const documents: ReadDocument[] = [];
  for (const part of split(text)) {
    if (typeof part !== 'string') return [...documents, part];
    const { root, failure } = parseYaml(part, 0, part.length, limits.depth);
    const composed =
      failure === undefined ? compose(root, limits.depth, resolveCore) : { kind: 'failure' as const, failure };
    const document = documentOf(bodyOf(composed, 'MalformedYAMLError: '));
    if (document.kind === 'value' && document.value === null) continue;
    const twice = composed.kind === 'value' ? composed.duplicates[0]?.key : undefined;
    documents.push(document.kind === 'value' && twice !== undefined ? { ...document, twice } : document);
    if (document.kind === 'malformed') break;
  }
  return documents;
}

function split(text: string): readonly (string | Extract<ReadDocument, { readonly kind: 'malformed' }>)[] {
  const parts: (string | Extract<ReadDocument, { readonly kind: 'malformed' }>)[] = [];
  let part: string[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (index === 0 || !line.startsWith('---')) {
      part.push(line);
      continue;
    }
    const rest = line.slice(3).trim();
    if (rest !== '' && !rest.startsWith('#')) {
      return [...parts, { kind: 'malformed', message: `invalid document separator: ${line.trim()}` }];
    }
    parts.push(`${part.join('\n')}\n`);
    part = [];
  }
  return [...parts, part.join('\n')];
}
