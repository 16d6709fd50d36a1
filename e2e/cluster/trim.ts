/** Kinds whose schemas stay in recorded documents, with all that these refer to. */
const kinds = new Set(['Deployment', 'Bakery', 'ConfigMap', 'Secret']);

/**
 * Takes out of an OpenAPI document what no test reads: prose, kinds that the tests do not use, and of the paths all but
 * the names of parameters. A document of a real server has megabytes.
 */
export function trimmedDocument(text: string): string {
  const document: Document = JSON.parse(text, (key, value: unknown) =>
    key === 'description' && typeof value === 'string' ? undefined : value,
  );
  const schemas = document.components?.schemas ?? {};
  const kept = new Set<string>();
  const keep = (name: string) => {
    const schema = schemas[name];
    if (schema === undefined || kept.has(name)) return;
    kept.add(name);
    for (const [, next = ''] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) keep(next);
  };
  for (const [name, schema] of Object.entries(schemas)) {
    if ((schema['x-kubernetes-group-version-kind'] ?? []).some(({ kind }) => kinds.has(kind))) keep(name);
  }
  const paths = Object.entries(document.paths ?? {}).map(([path, item]) => [
    path,
    Object.fromEntries(Object.entries(item).map(([method, operation]) => [method, trimmedOperation(operation)])),
  ]);
  return JSON.stringify({
    ...document,
    paths: Object.fromEntries(paths),
    components: { schemas: Object.fromEntries(Object.entries(schemas).filter(([name]) => kept.has(name))) },
  });
}

interface Document {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components?: {
    readonly schemas?: Readonly<
      Record<string, { readonly 'x-kubernetes-group-version-kind'?: readonly { readonly kind: string }[] }>
    >;
  };
}

function trimmedOperation(operation: unknown): unknown {
  const named = (parameter: { readonly name: string }) => ({ name: parameter.name });
  if (Array.isArray(operation)) return operation.map(named);
  const { parameters } = operation as { readonly parameters?: readonly { readonly name: string }[] };
  return parameters === undefined ? {} : { parameters: parameters.map(named) };
}
