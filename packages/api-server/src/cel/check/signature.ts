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
  structType,
  timestampType,
  typeType,
  uintType,
} from './type.ts';

/** The types of a function's arguments and result. A member function's first argument is its target. */
export interface Signature {
  readonly member: boolean;
  readonly args: readonly CelType[];
  readonly result: CelType;
}

const named: ReadonlyMap<string, CelType> = new Map([
  ['bool', boolType],
  ['bytes', bytesType],
  ['double', doubleType],
  ['duration', durationType],
  ['dyn', dynType],
  ['int', intType],
  ['null', nullType],
  ['string', stringType],
  ['timestamp', timestampType],
  ['uint', uintType],
  ['url', structType('kubernetes.URL')],
  ['quantity', structType('kubernetes.Quantity')],
  ['semver', structType('kubernetes.Semver')],
  ['format', structType('kubernetes.NamedFormat')],
  ['authorizer', structType('kubernetes.authorization.Authorizer')],
  ['pathCheck', structType('kubernetes.authorization.PathCheck')],
  ['groupCheck', structType('kubernetes.authorization.GroupCheck')],
  ['resourceCheck', structType('kubernetes.authorization.ResourceCheck')],
  ['decision', structType('kubernetes.authorization.Decision')],
  ['ip', opaqueType('net.IP')],
  ['cidr', opaqueType('net.CIDR')],
]);

/**
 * Parses a signature: `(int, int) int` for a function, `list(A).(A) int` for a member function. Types of one capital
 * letter are type parameters.
 */
export function readSignature(text: string): Signature {
  const member = /\.\(/.test(text);
  const reader = new TypeReader(text);
  const args: CelType[] = member ? [reader.type()] : [];
  reader.skip(member ? '.(' : '(');
  while (!reader.at(')')) {
    args.push(reader.type());
    if (reader.at(',')) reader.skip(',');
  }
  reader.skip(')');
  return { member, args, result: reader.type() };
}

class TypeReader {
  private readonly tokens: string[];

  constructor(text: string) {
    this.tokens = text.match(/\w+|\.\(|[(),]/g) ?? [];
  }

  at(token: string): boolean {
    return this.tokens[0] === token;
  }

  skip(token: string): void {
    if (this.tokens.shift() !== token) throw new Error(`signature without ${token}`);
  }

  type(): CelType {
    const name = this.tokens.shift() ?? '';
    const known = named.get(name);
    if (known !== undefined) return known;
    if (/^[A-Z]$/.test(name)) return paramType(name);
    this.skip('(');
    const first = this.type();
    let type: CelType;
    if (name === 'map') {
      this.skip(',');
      type = mapType(first, this.type());
    } else if (name === 'list') type = listType(first);
    else type = name === 'optional' ? optionalType(first) : typeType(first);
    this.skip(')');
    return type;
  }
}
