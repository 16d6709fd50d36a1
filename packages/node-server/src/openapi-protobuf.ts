// OpenAPI v2 in protobuf. client-go reads that document in no other form, so kubectl needs it to check kinds that have no PATCH,
// such as reviews of access. Upstream: github.com/google/gnostic-models openapiv2/OpenAPIv2.proto.

/** By which clients ask for it. Upstream: kube-openapi pkg/handler/handler.go. */
export const wantsProtobuf = /application\/com\.github\.proto-openapi\.spec\.v2[.@]v1\.0\+protobuf/;

/** Its content type. */
export const openApiProtobuf = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';

type Json = Readonly<Record<string, unknown>>;
/** The bytes of a field's value by the number of the field; none where the value is the default. */
type Writer = (number: number, value: unknown) => readonly Buffer[];

/** The fields of a message by their names in the document; `x-` stands for what is not of OpenAPI itself. */
type Fields = Readonly<Record<string, readonly [number: number, writer: Writer]>>;

/** Writes a document of OpenAPI v2 in protobuf: what `swaggerOf` puts into it, and no more. */
export function protobufOf(document: Json): Buffer {
  return message(documentFields, document);
}

function message(fields: Fields, value: unknown): Buffer {
  const entries = Object.entries(value as Json).filter(([, each]) => each !== undefined);
  return Buffer.concat(
    entries.flatMap(([name, each]) => {
      if (name.startsWith('x-')) {
        const [number] = fields['x-'] ?? [];
        return number === undefined ? [] : delimited(number, named(name, any(2, each)));
      }
      const [number, write] = fields[name] ?? [];
      return number === undefined || write === undefined ? [] : write(number, each);
    }),
  );
}

/** A base-128 number of at most 53 bits. */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}

function delimited(number: number, bytes: Buffer): readonly Buffer[] {
  return [varint(number * 8 + 2), varint(bytes.length), bytes];
}

/** A name, and a value as field 2. */
function named(name: string, value: readonly Buffer[]): Buffer {
  return Buffer.concat([...text(1, name), ...value]);
}

const text: Writer = (number, value) => delimited(number, Buffer.from(String(value), 'utf8'));
const flag: Writer = (number, value) => (value === true ? [varint(number * 8), varint(1)] : []);
const whole: Writer = (number, value) => [varint(number * 8), varint(Number(value))];
const double: Writer = (number, value) => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(Number(value));
  return [varint(number * 8 + 1), bytes];
};
const any: Writer = (number, value) => delimited(number, Buffer.concat(text(2, JSON.stringify(value))));

/** A message within another. */
const of =
  (fields: () => Fields): Writer =>
  (number, value) =>
    delimited(number, message(fields(), value));
/** A message of one field around what is written. */
const within =
  (writer: Writer, field = 1): Writer =>
  (number, value) =>
    delimited(number, Buffer.concat([...writer(field, value)]));
const each =
  (writer: Writer): Writer =>
  (number, value) =>
    [value].flat().flatMap((item) => writer(number, item));
/** A message of entries that have a name and a value. */
const map =
  (entries: number, writer: Writer): Writer =>
  (number, value) => {
    const found = Object.entries(value as Json);
    return delimited(
      number,
      Buffer.concat(found.flatMap(([name, item]) => delimited(entries, named(name, writer(2, item))))),
    );
  };

const schema = of(() => schemaFields);
const schemaFields: Fields = {
  $ref: [1, text],
  format: [2, text],
  title: [3, text],
  description: [4, text],
  multipleOf: [6, double],
  maximum: [7, double],
  exclusiveMaximum: [8, flag],
  minimum: [9, double],
  exclusiveMinimum: [10, flag],
  maxLength: [11, whole],
  minLength: [12, whole],
  pattern: [13, text],
  maxItems: [14, whole],
  minItems: [15, whole],
  uniqueItems: [16, flag],
  maxProperties: [17, whole],
  minProperties: [18, whole],
  required: [19, each(text)],
  enum: [20, each(any)],
  additionalProperties: [
    21,
    (number, value) =>
      typeof value === 'boolean'
        ? delimited(number, Buffer.concat([...whole(2, value ? 1 : 0)]))
        : within(schema)(number, value),
  ],
  type: [22, within(each(text))],
  items: [23, within(schema)],
  properties: [25, map(1, schema)],
  'x-': [31, any],
};
// Of parameters those in the query are written, of which alone there are some.
const parameter = of(() => ({ in: [2, text], name: [4, text], type: [6, text], uniqueItems: [20, flag] }));
const response = of(() => ({ description: [1, text], schema: [2, within(schema)] }));
const operationFields: Fields = {
  parameters: [8, each(within(within(within(parameter, 3), 2)))],
  responses: [9, map(1, within(response))],
  'x-': [13, any],
};
const operation = of(() => operationFields);
const pathFields: Fields = {
  get: [2, operation],
  put: [3, operation],
  post: [4, operation],
  delete: [5, operation],
  patch: [8, operation],
};
const documentFields: Fields = {
  swagger: [1, text],
  info: [2, of(() => ({ title: [1, text], version: [2, text] }))],
  paths: [
    8,
    map(
      2,
      of(() => pathFields),
    ),
  ],
  definitions: [9, map(1, schema)],
};
