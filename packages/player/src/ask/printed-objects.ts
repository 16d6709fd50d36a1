import { isMap, withoutEntry, withoutServerMetadata } from '@managed-fields/merge-engine';
import { printYaml, readDocuments } from '@managed-fields/source';

/** The answer of a server to a GET, to be printed. */
export interface AnsweredObject {
  /** JSON. */
  readonly text: string;
  /** Leaves out what only a server writes: managedFields, status, and the like. */
  readonly declared: boolean;
}

/**
 * Prints objects as `kubectl get -o yaml --show-managed-fields` does; undefined for a text that is no object.
 * Upstream: k8s.io/cli-runtime pkg/printers/yaml.go YAMLPrinter.PrintObj.
 */
export function printedObjects(objects: readonly AnsweredObject[]): readonly (string | undefined)[] {
  return objects.map(({ text, declared }) => {
    const [document, ...more] = readDocuments(text);
    const value = document?.value;
    if (!isMap(value) || more.length > 0) return undefined;
    return printYaml(declared ? withoutEntry(withoutServerMetadata(value), 'status') : value).text;
  });
}
