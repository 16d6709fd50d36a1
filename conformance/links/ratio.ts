import { plainForm, type Scenario } from '@managed-fields/scenario';
import { encodeLink } from '@managed-fields/share-link';
import lzString from 'lz-string';

/** The length of a scenario's link, and of what lz-string makes of the same data. */
export interface LinkRatio {
  readonly name: string;
  /** Bytes of the scenario's JSON. */
  readonly json: number;
  /** Characters of our fragment, all of it. */
  readonly ours: number;
  /** Characters that lz-string writes, without version, codec and checksum. */
  readonly lzString: number;
  readonly ratio: number;
}

/** Measures one scenario; one that fits into no link is a fault of the caller's. */
export function linkRatio(name: string, scenario: Scenario): LinkRatio {
  const json = JSON.stringify(plainForm(scenario));
  const link = encodeLink(scenario);
  if (link.kind === 'failure') throw new Error(`${name}: no link: ${link.code}`);
  const ours = link.fragment.length;
  const theirs = lzStringLength(json);
  return { name, json: Buffer.byteLength(json), ours, lzString: theirs, ratio: ours / theirs };
}

/** Returns the number of characters that lz-string needs for a text in an address. */
export function lzStringLength(json: string): number {
  return lzString.compressToEncodedURIComponent(json).length;
}
