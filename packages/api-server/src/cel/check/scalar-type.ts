import {
  boolType,
  bytesType,
  type CelType,
  doubleType,
  durationType,
  intType,
  stringType,
  timestampType,
} from './type.ts';

/**
 * Returns the type that expressions give a value that is neither a list nor an object, by type and format of its schema;
 * undefined where the schema names no such type.
 * Upstream: k8s.io/apiserver pkg/cel/common/schemas.go SchemaDeclType.
 */
export function scalarType(type: string | undefined, format: string | undefined): CelType | undefined {
  switch (type) {
    case 'string':
      return textTypes.get(format ?? '') ?? stringType;
    case 'boolean':
      return boolType;
    case 'number':
      return doubleType;
    case 'integer':
      return intType;
    default:
      return undefined;
  }
}

const textTypes: ReadonlyMap<string, CelType> = new Map([
  ['byte', bytesType],
  ['duration', durationType],
  ['date', timestampType],
  ['date-time', timestampType],
]);
