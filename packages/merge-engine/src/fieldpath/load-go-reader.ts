import { provideGoReader } from './go-reader.ts';

/**
 * Loads what reads fieldsV1 as structured-merge-diff v7.0.0 does; it is needed before that is named as the library. The types of
 * a version of Kubernetes that is built with it bring it along.
 */
export async function loadGoReader(): Promise<void> {
  provideGoReader((await import('./go-fields.ts')).goFields);
}
