import type { Edit, Json, MadeKind } from './made-kinds.ts';

/** How an object is applied: server-side, so with force, or client-side. */
export type MadeWay = 'ssa' | 'force' | 'csa';

const manager = 'argocd-controller';

/** Writes the steps about one object. */
export class ObjectSteps {
  readonly #kind: MadeKind;
  readonly #name: string;
  readonly #collection: string;

  constructor(kind: MadeKind, name: string, trace: string) {
    this.#kind = kind;
    this.#name = name;
    const group = kind.apiVersion.includes('/') ? `/apis/${kind.apiVersion}` : `/api/${kind.apiVersion}`;
    this.#collection = `${group}/namespaces/t-${trace}/${kind.plural}`;
  }

  apply(way: MadeWay, edits: readonly Edit[]): object {
    const body = this.#manifest(edits);
    if (way === 'csa') return { command: 'kubectl apply -f m.yaml', files: { 'm.yaml': body } };
    const query = { fieldManager: manager, ...(way === 'force' ? { force: 'true' } : {}) };
    return this.#request('PATCH', `${this.#collection}/${this.#name}`, query, 'application/apply-patch+yaml', body);
  }

  create(by: string): object {
    return this.#request('POST', this.#collection, { fieldManager: by }, 'application/json', this.#manifest([]));
  }

  write({ manager: by, subresource, patch }: MadeKind['others'][number]): object {
    const path = `${this.#collection}/${this.#name}${subresource === undefined ? '' : `/${subresource}`}`;
    return this.#request(
      'PATCH',
      path,
      { fieldManager: by },
      'application/merge-patch+json',
      JSON.stringify(patch),
      path,
    );
  }

  #manifest(edits: readonly Edit[]): string {
    const { apiVersion, kind, manifest } = this.#kind;
    const metadata = { ...(manifest['metadata'] as { [key: string]: Json } | undefined), name: this.#name };
    // From the end of lists, so that places stay true.
    const changed = [...edits]
      .reverse()
      .reduce<Json>((object, edit) => edited(object, edit.path, edit.value) ?? object, {
        apiVersion,
        kind,
        ...manifest,
        metadata,
      });
    return JSON.stringify(changed);
  }

  #request(method: string, path: string, query: object, type: string, body: string, shown?: string): object {
    const headers = { 'User-Agent': 'release/1.0', 'Content-Type': type };
    const own = shown?.replace(/\/(?:status|scale)$/, '');
    return { request: { method, path, query, headers, body }, ...(own === undefined ? {} : { after: { path: own } }) };
  }
}

function edited(
  value: Json | undefined,
  [step, ...rest]: readonly (string | number)[],
  to: Json | undefined,
): Json | undefined {
  if (step === undefined) return to;
  if (Array.isArray(value)) {
    const at = Number(step);
    const next = edited(value[at], rest, to);
    return next === undefined ? value.filter((_, index) => index !== at) : value.with(at, next);
  }
  const map: { readonly [key: string]: Json } =
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as { readonly [key: string]: Json })
      : {};
  const { [String(step)]: before, ...others } = map;
  const next = edited(before, rest, to);
  return next === undefined ? others : { ...map, [String(step)]: next };
}
