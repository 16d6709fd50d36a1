/** What a Kubernetes version knows of its own kinds, as the three files in `data` hold it. */
export interface KubernetesData {
  readonly definitions: { readonly definitions: JsonMap };
  readonly resources: { readonly resources: readonly ResourceEntry[] };
  readonly shapes: { readonly types: Readonly<Record<string, JsonMap>> };
}

/** One resource or subresource in one version. */
export interface ResourceEntry {
  readonly group: string;
  readonly version: string;
  /** `deployments`, or `deployments/scale`. */
  readonly resource: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly singular?: string;
  /** The name of the kind's OpenAPI definition. */
  readonly definition?: string;
  /** Paths of field names that the strategy resets. */
  readonly resetFields?: readonly (readonly string[])[];
}

/** An object of a JSON file. */
export type JsonMap = Readonly<Record<string, unknown>>;

/** Whether a part of a JSON file is an object. */
export function isJsonMap(value: unknown): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
