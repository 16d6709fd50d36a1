import { createHash } from 'node:crypto';

/** A document of OpenAPI v3, as far as schemas go. */
interface Published {
  readonly components?: { readonly schemas?: Readonly<Record<string, object>> };
}

/** The schemas of documents of OpenAPI v3 by their names, each as the first twelve digits of the SHA-256 of its sorted JSON. */
export function digestsOf(documents: readonly Published[]): Readonly<Record<string, string>> {
  const all = documents.flatMap(({ components }) => Object.entries(components?.schemas ?? {}));
  const digests = all.map(([name, schema]) => [name, digestOf(schema)] as const);
  return Object.fromEntries(digests.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function digestOf(schema: object): string {
  const text = JSON.stringify(schema, (_, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
