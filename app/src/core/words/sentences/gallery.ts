import type { Messages } from '@managed-fields/words';

/** The gallery, and the blank page. */
export function galleryWords({ gallery, counting }: Pick<Messages, 'gallery' | 'counting'>) {
  return {
    ...gallery,
    /** Which versions of Kubernetes answer otherwise, of one at least: they are listed without an `and`. */
    answeredOtherwise: (versions: readonly string[]) =>
      gallery.answeredOtherwise({ versions: versions.reduce((first, next) => counting.listed({ first, next })) }),
  };
}
