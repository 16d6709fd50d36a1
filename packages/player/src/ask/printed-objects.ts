import { isMap, metadataOf, type ValueMap, withEntry, withoutEntry } from '@managed-fields/merge-engine';
import { printYaml, readDocuments } from '@managed-fields/source';

/** The answer of a server to a GET, to be printed. */
export interface AnsweredObject {
  /** JSON. */
  readonly text: string;
  /** Leaves out what only a server writes: managedFields, status, and the like. */
  readonly declared: boolean;
}

/** What only a server writes into metadata. */
const written = ['managedFields', 'uid', 'resourceVersion', 'generation', 'creationTimestamp', 'selfLink'];

/**
 * Prints objects as `kubectl get -o yaml --show-managed-fields` does; undefined for a text that is no object.
 * Upstream: k8s.io/cli-runtime pkg/printers/yaml.go YAMLPrinter.PrintObj.
 */
export function printedObjects(objects: readonly AnsweredObject[]): readonly (string | undefined)[] {
  return objects.map(({ text, declared }) => {
    const [document, ...more] = readDocuments(text);
    const value = document?.value;
    if (!isMap(value) || more.length > 0) return undefined;
    return printYaml(declared ? declaredOf(value) : value).text;
  });
}

function declaredOf(object: ValueMap): ValueMap {
  const metadata = written.reduce((kept, key) => withoutEntry(kept, key), metadataOf(object));
  return withoutEntry(withEntry(object, 'metadata', metadata), 'status');
}
