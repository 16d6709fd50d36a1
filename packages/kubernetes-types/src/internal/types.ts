import types from '../data/internal-types.json' with { type: 'json' };
import { defaultVersion, type KubernetesVersion, type PlayedVersion, versionsOnTheWay } from '../versions.ts';

/** A Go type with a name: its fields in order, or the type that it is another name for. */
export type InternalType = string | Readonly<Record<string, string>>;

/** The types that the server works on, as far as complaints show them, by what Go calls them. */
export type InternalTypes = Readonly<Record<string, InternalType>>;

/** The types of each version: whole for the default version, else what differs from its neighbour's. Null removes. */
const all: Readonly<Record<KubernetesVersion, Readonly<Record<string, InternalType | null>>>> = types;

/** The types of a version. */
export function internalTypes(version: PlayedVersion): InternalTypes {
  const found: Record<string, InternalType> = {};
  for (const each of [defaultVersion, ...versionsOnTheWay(version)] as const) {
    for (const [name, type] of Object.entries(all[each])) {
      if (type === null) delete found[name];
      else found[name] = type;
    }
  }
  return found;
}

/** A field of a struct. */
interface InternalField {
  readonly name: string;
  readonly type: string;
  /** The name of the field in JSON. */
  readonly json: string;
  /**
   * The name of the field in the served type; empty where the served type has the field's own fields in the same
   * struct.
   */
  readonly served: string;
  /** Whether the served type has it in the surrounding struct. */
  readonly above: boolean;
  /** Whether JSON leaves it out where it is empty. */
  readonly omitted: boolean;
  /** Whether JSON has its own fields in its place. */
  readonly inline: boolean;
}

/** The fields of a struct in order. */
export function fieldsOf(type: Readonly<Record<string, string>>): readonly InternalField[] {
  return Object.entries(type).map(([name, text]) => {
    const [own = '', ...words] = text.split(' ');
    const after = (word: string) => (words.includes(word) ? words[words.indexOf(word) + 1] : undefined);
    const inline = words.includes('inline');
    const json = after('as') ?? name;
    return {
      name,
      type: own,
      json,
      served: after('from') ?? after('as') ?? (inline ? '' : servedName(name)),
      above: words.includes('above'),
      omitted: words.includes('omitempty') || words.includes('omitzero'),
      inline,
    };
  });
}

/** The usual name of a field in the served type: `apiGroup` for `APIGroup`. */
function servedName(name: string): string {
  return name.replace(/^(?:[A-Z]+(?=[A-Z][a-z]|$)|[A-Z])/, (start) => start.toLowerCase());
}
