const reserved = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
);

const escapes: ReadonlyMap<string, string> = new Map([
  ['__', '__underscores__'],
  ['.', '__dot__'],
  ['-', '__dash__'],
  ['/', '__slash__'],
]);

const unescapes: ReadonlyMap<string, string> = new Map([...escapes].map(([plain, escaped]) => [escaped, plain]));

/**
 * Returns the name of a property in expressions; undefined where it has none.
 * Upstream: k8s.io/apiserver pkg/cel/escaping.go Escape.
 */
export function escapeName(name: string): string | undefined {
  if (reserved.has(name)) return `__${name}__`;
  if (!/^[a-zA-Z_./-][a-zA-Z0-9_./-]*$/.test(name)) return undefined;
  return name.replace(/__|[-./]/g, (part) => escapes.get(part) ?? part);
}

/**
 * Returns the property of a name in expressions; undefined where the name is not escaped correctly. Upstream:
 * escaping.go Unescape.
 */
export function unescapeName(name: string): string | undefined {
  let bad = false;
  const plain = name.replace(/__[^_]+__/g, (part) => {
    const inner = part.slice(2, -2);
    const meant = unescapes.get(part);
    if (meant !== undefined) return meant;
    bad ||= !reserved.has(inner) || part.length !== name.length;
    return inner;
  });
  return bad ? undefined : plain;
}
