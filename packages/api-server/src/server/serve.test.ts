import '../whole.ts';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { playCases } from './cases/play.ts';

/** The requests of each file follow each other; every answer is what a real kube-apiserver v1.36.3 gave. */
describe.each(['options', 'routes', 'selectors', 'preconditions', 'json-patch-bodies', 'scale', 'status', 'delete'])(
  '%s',
  (name) => {
    it.each(
      playCases(readFileSync(new URL(`./cases/${name}.json`, import.meta.url), 'utf8')).map(
        (one) => [one.title, one] as const,
      ),
    )('%s', (_title, { expected, got }) => {
      expect(got).toEqual(expected);
    });
  },
);
