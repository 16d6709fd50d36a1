import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isStringFormat } from './formats.ts';

/** Texts with the formats that Go's strfmt finds them to have. */
const cases: readonly { readonly text: string; readonly formats: readonly string[] }[] = JSON.parse(
  readFileSync(new URL('./formats.cases.json', import.meta.url), 'utf8'),
);

const names =
  'bsonobjectid uri email hostname ipv4 ipv6 cidr mac uuid uuid3 uuid4 uuid5 isbn isbn10 isbn13 creditcard ssn hexcolor rgbcolor byte password date duration date-time k8s-short-name k8s-long-name'.split(
    ' ',
  );

it.each(cases.map(({ text, formats }) => [text, formats] as const))(
  '%j has the formats that Go finds',
  (text, formats) => {
    expect(names.filter((name) => isStringFormat(name)?.(text))).toEqual(formats);
  },
);
