import type { ValueMap } from '../value/value.ts';
import type { Schema } from './atom.ts';

/** OpenAPI v3 component schemas by name, as `components.schemas` holds them; read one by one when first needed. */
export interface Definitions {
  get(name: string): ValueMap | undefined;
}

/**
 * The types of OpenAPI v3 component schemas, made when first asked for, with everything they refer to.
 * Upstream: kube-openapi pkg/schemaconv/openapi.go ToSchemaFromOpenAPI.
 */
export function schemaFromOpenApi(_definitions: Definitions): Schema {
  throw new Error('not yet');
}
