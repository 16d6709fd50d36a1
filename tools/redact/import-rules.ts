import { parse } from 'smol-toml';
import type { ImportedRule } from '../../conformance/redact/rule-cases.ts';

/** The file of gitleaks that holds its rules, as far as it is read. */
interface Config {
  readonly rules: readonly {
    readonly id: string;
    readonly regex?: string;
    readonly keywords?: readonly string[];
    readonly entropy?: number;
    readonly secretGroup?: number;
    readonly path?: string;
    readonly allowlists?: readonly {
      readonly regexes?: readonly string[];
      readonly regexTarget?: string;
      readonly condition?: string;
    }[];
  }[];
}

/** Rules that are left out, each with its reason. */
export const leftOut: ReadonlyMap<string, string> = new Map([
  ['generic-api-key', 'names of fields and random texts are judged by names.ts and random.ts'],
  ['kubernetes-secret-yaml', 'a Secret is read, not matched'],
  ['hashicorp-tf-password', 'for files of Terraform alone; the name of the setting tells'],
  ['nuget-config-password', 'for files of NuGet alone; the name of the setting tells'],
  ['freemius-secret-key', 'for files of PHP alone; random texts are found'],
  ['curl-auth-user', 'programs.ts reads the command, and leaves the name of the user'],
  ['pkcs12-file', 'a rule about the name of a file alone'],
]);

/**
 * The start of a rule that only makes its match longer to the left, never another secret: without it a search takes a
 * fiftieth of the time.
 */
const wideStart = /^((?:\(\?i\))?)\[\\w\.-\]\{0,50\}\?/;

/** Reads the rules out of gitleaks.toml; throws where the file has a form that is not known here. */
export function importRules(toml: string): readonly ImportedRule[] {
  const { rules } = parse(toml) as unknown as Config;
  const known = new Set(rules.map(({ id }) => id));
  for (const id of leftOut.keys()) if (!known.has(id)) throw new Error(`gitleaks has no rule ${id} any more`);
  return rules.flatMap((rule) => {
    if (leftOut.has(rule.id)) return [];
    const { id, regex, keywords = [], entropy, secretGroup, allowlists = [] } = rule;
    if (rule.path !== undefined)
      throw new Error(`${id} is for some files alone: name it among those that are left out`);
    if (regex === undefined) throw new Error(`${id} has no expression: name it among those that are left out`);
    if (keywords.length === 0) throw new Error(`${id} has no keywords, by which rules are chosen`);
    const not = allowlists.flatMap(({ regexes = [], regexTarget, condition }) =>
      regexTarget === undefined && condition === undefined ? regexes : [],
    );
    return [
      {
        id,
        regex: regex.replace(wideStart, '$1'),
        keywords: keywords.map((each) => each.toLowerCase()),
        ...(entropy === undefined ? {} : { entropy }),
        ...(secretGroup === undefined ? {} : { group: secretGroup }),
        ...(not.length === 0 ? {} : { not }),
      },
    ];
  });
}
