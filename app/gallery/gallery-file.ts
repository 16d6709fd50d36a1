import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** The YAML library of the package `source`. */
const { parse: parseYaml } = createRequire(new URL('../../packages/source/package.json', import.meta.url))('yaml') as {
  parse(text: string): unknown;
};

/** The folder of the examples, with its slash. */
export const examplesFolder = fileURLToPath(new URL('../../public/examples/', import.meta.url));
/** The file that groups them. */
export const galleryFile = fileURLToPath(new URL('../../public/gallery.yaml', import.meta.url));

/** The form of `gallery.yaml`, which its own comment explains. */
export interface Gallery {
  readonly groups: readonly {
    readonly id: string;
    readonly examples: readonly {
      readonly name: string;
      readonly situations?: readonly number[];
      readonly search?: readonly string[];
    }[];
  }[];
}

/** Reads which groups there are, and which examples stand in each. */
export function readGallery(): Gallery {
  return readYaml(galleryFile) as Gallery;
}

/** Reads a file of YAML of ours. */
export function readYaml(file: string): unknown {
  return parseYaml(readFileSync(file, 'utf8'));
}
