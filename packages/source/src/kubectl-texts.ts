import type { KubectlHost, ReadDocument } from '@managed-fields/kubectl';
import { readDocuments } from './documents.ts';
import { printYaml } from './print/yaml.ts';

/** How kubectl reads and prints YAML: the part of its host that is the same in a browser and on Node. */
export const kubectlTexts: Pick<KubectlHost, 'read' | 'printYaml'> = {
  read: (text) =>
    readDocuments(text).map(
      ({ body }): ReadDocument =>
        body.kind === 'value' ? { kind: 'value', value: body.value } : { kind: 'malformed', message: body.message },
    ),
  printYaml: (value) => printYaml(value).text,
};
