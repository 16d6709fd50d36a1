import {
  boolType,
  bytesType,
  type CelType,
  doubleType,
  durationType,
  dynType,
  intType,
  listType,
  mapType,
  nullType,
  opaqueType,
  optionalType,
  paramType,
  stringType,
  timestampType,
  typeType,
  uintType,
} from '../check/type.ts';
import type { CelValue } from '../value/cel-value.ts';
import { authorizerLibrary } from './authorizer.ts';
import { type Declaration, declarationIn, declarationsOf } from './declaration.ts';
import { extendedListLibrary, kubernetesListLibrary, laterListLibrary } from './lists.ts';
import { formatLibrary } from './named-formats.ts';
import { netLibrary } from './net.ts';
import { optionalLibrary } from './optional.ts';
import { quantityLibrary } from './quantity.ts';
import { semverLibrary } from './semver.ts';
import { standardLibrary } from './standard.ts';
import { regexLibrary, stringLibrary } from './strings.ts';
import { urlLibrary } from './url.ts';

const typeParameter = paramType('T');

/** The types that expressions can name. */
const types: readonly CelType[] = [
  boolType,
  bytesType,
  doubleType,
  durationType,
  intType,
  listType(paramType('A')),
  mapType(paramType('A'), paramType('B')),
  nullType,
  stringType,
  timestampType,
  typeType(dynType),
  uintType,
  optionalType(typeParameter),
  opaqueType('net.IP'),
  opaqueType('net.CIDR'),
];

/** The names of types as variables, whose values are types. */
export const baseTypes: {
  readonly variables: ReadonlyMap<string, CelType>;
  readonly values: ReadonlyMap<string, CelValue>;
} = {
  variables: new Map(types.map((type) => [type.name, typeType(type)])),
  values: new Map(types.map(({ name }) => [name, { kind: 'type', name }])),
};

/** The functions that rules can call, by name. Upstream: k8s.io/apiserver pkg/cel/environment/base.go. */
const functions = declarationsOf(
  ...standardLibrary,
  ...urlLibrary,
  ...authorizerLibrary,
  ...regexLibrary,
  ...kubernetesListLibrary,
  ...optionalLibrary,
  ...quantityLibrary,
  ...stringLibrary,
  ...laterListLibrary,
  ...netLibrary,
  ...formatLibrary,
  ...semverLibrary,
  ...extendedListLibrary,
);

const byMinor = new Map<number, ReadonlyMap<string, Declaration>>();

/** The functions that rules can call in a minor version, by name. */
export function functionsOf(minor: number): ReadonlyMap<string, Declaration> {
  const known = byMinor.get(minor);
  if (known !== undefined) return known;
  const held = [...functions.values()].flatMap((each) => declarationIn(minor, each) ?? []);
  const made = new Map(held.map((each) => [each.name, each]));
  byMinor.set(minor, made);
  return made;
}
