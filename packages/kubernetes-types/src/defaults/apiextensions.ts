import { list, struct, structs, text, withAt } from '../validation/object.ts';
import { type CompiledTable, type Rule, table } from './table.ts';

/** What a kind is called where only its kind is named. Upstream: pkg/apis/apiextensions/v1/defaults.go SetDefaults_CustomResourceDefinitionSpec. */
const otherNames: Rule = (names) => {
  const kind = text(names, 'kind');
  if (kind === '') return names;
  const named = text(names, 'singular') === '' ? new Map(names).set('singular', kind.toLowerCase()) : names;
  return text(named, 'listKind') === '' ? new Map(named).set('listKind', `${kind}List`) : named;
};

/** The version that is stored was stored. Upstream: SetDefaults_CustomResourceDefinition. */
const storedVersions: Rule = (definition) => {
  if (list(struct(definition, 'status'), 'storedVersions').length > 0) return definition;
  const storage = structs(struct(definition, 'spec'), 'versions').find((version) => version.get('storage') === true);
  return storage === undefined ? definition : withAt(definition, ['status', 'storedVersions'], [text(storage, 'name')]);
};

/** The defaults of the apiextensions group by kind. */
export const apiextensions: Readonly<Record<string, CompiledTable>> = {
  CustomResourceDefinition: table({
    rules: [storedVersions],
    absent: { 'spec.conversion': new Map([['strategy', 'None']]) },
    at: {
      'spec.names': { rules: [otherNames] },
      'spec.conversion?.webhook?.clientConfig?.service?': { absent: { port: 443n } },
    },
  }),
};
