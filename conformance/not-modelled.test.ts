import { type BuiltinVersion, isCustom } from '@managed-fields/api-server';
import { kindsWithTables } from '@managed-fields/api-server/tables';
import { unplayedCommands } from '@managed-fields/kubectl';
import { kubernetesVersions, unmodelledRules } from '@managed-fields/kubernetes-types';
import { expect, it } from 'vitest';
import { loadCatalog } from './replay/catalog.ts';

const catalog = await loadCatalog();
const catalogs = await Promise.all(
  kubernetesVersions.map(async (version) => [version, await loadCatalog(version)] as const),
);

/** The built-in kinds of a version, each at the version that is preferred. */
function builtinVersions(of: typeof catalog): readonly BuiltinVersion[] {
  return of.names().flatMap(({ group, plural, preferredVersion }) => {
    const found = of.find(group, preferredVersion, plural);
    return found === undefined || isCustom(found) ? [] : [found];
  });
}

it.each(catalogs)('knows the defaults, the strategy and the validation of each kind of %s', (_, each) => {
  const lacking = builtinVersions(each).flatMap(({ resource, apiVersion }) =>
    resource.unmodelled.map((table) => `${apiVersion} ${resource.kind}: ${table}`),
  );
  expect(lacking).toEqual([]);
});

it.each(catalogs)('knows what writes reset of each kind of %s that has a status', (_, each) => {
  const lacking = builtinVersions(each).flatMap((version) =>
    ['', 'status']
      .filter((name) => version.subresources.has('status') && version.resetFields(name) === undefined)
      .map((name) => `${version.apiVersion} ${version.resource.plural}/${name}`),
  );
  expect(lacking).toEqual([]);
});

/** Reviews and bindings are never read back. */
const neverRead = /review|^\/bindings$/;
const kindsWithoutTable = [
  ...new Set(catalogs.flatMap(([, each]) => each.names().map(({ group, plural }) => `${group}/${plural}`))),
].filter((key) => !kindsWithTables.has(key) && !neverRead.test(key));

const list = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
const bullets = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n');
const kind = (name: string) => `\`${name.startsWith('/') ? name.slice(1) : name}\``;

const document = `# What is not modelled

Ownership, merging and conflicts follow the schema and hold for every kind. What a real server does beyond them is
modelled kind by kind; this is what is left out. The page says so where it matters. \`npx --yes pnpm@12.21.0 unit -u\`
writes this list anew from the tables of \`packages/kubernetes-types\`.

## Of every kind

- Admission webhooks: a page cannot call them, so nothing is changed or refused on their behalf but what an annotation
  says ([admission.md](admission.md#webhooks)).
- Admission plugins that are off by default. A scenario on a plain server has those that are on but for ServiceAccount,
  Priority, DefaultTolerationSeconds, DefaultStorageClass, StorageObjectInUseProtection and RuntimeClass.
- The order of several policies for one request: a server leaves it to chance, here they are asked by name.
- What a server's memory keeps of params: once the last policy with params of a built-in kind has gone, v1.36.3 hears of no more changes
  of such objects until it is started anew, whatever policy comes then. Here a policy always sees its params as they are.
- Permissions of users of whom the scenario says nothing: a step that names no user is sent by an administrator, and where there
  is no role and no binding everybody may do everything. What a server tells of its kinds, everybody may read.
- Logs of containers: a GET of them (\`pods/web/log\`) is answered with the Pod; the server on loopback answers as far as nobody has to be asked.
- Numbers that no float holds, \`1e400\`: a server reads an amount or a field of text from one, and names the field where a whole number is
  wanted; here the body is not read.
- Numbers and spaces in what a kind takes as it is, such as \`data\` of a ControllerRevision, are shown as any others: \`2.0\` as 2.
- A Service that was an ExternalName: a server still keeps the \`internalTrafficPolicy\` of before, without showing it, so that a patch back to
  another type owns no such field; here it does.
- A dry run of a Service that itself asks for the address of the network, 10.96.0.0, is taken, which a server refuses; a change of a
  headless Service without a selector to one with an address is refused by what it gives up, where a server says that the cluster has one family.
- Pages of Pods that are selected by \`spec.nodeName\`: a server that has them by their nodes gives no \`continue\`.
- \`items\` of a schema of a definition that is neither a map nor a list is taken for none, and so are empty lists and maps in it (\`enum: []\` at
  its root, which a server refuses beside a status). Up to v1.35 \`example\` and \`externalDocs\` do not count where nothing else may stand.
- What a server panics at: \`$retainKeys\` with maps in it in a strategic merge patch, another selector of a Job with \`manualSelector\`,
  or selectable fields of a schema with a keyword that is not supported. It ends the connection without an answer; here the patch is
  refused, and Job and definition are judged by the rules.
- CONNECT (exec, attach, port-forward, proxy): no step and no command sends it, so that a policy or webhook for it is never
  asked. A server asks them before it looks for the Pod, and needs a kubelet for all else.
- The size of all variables of a policy, \`size(dyn(variables))\`, which is an error of a server's. A webhook of the scenario whose answer is
  given as a list with something other than maps in it: a server goes by its \`failurePolicy\`, which is not played.
- Namespaces that no step creates: they are taken to be there, without labels, with a ServiceAccount \`default\` without secrets.
  Nodes of Pods that no step creates are taken to be there too, with room for a Pod that is resized.
- The order of the conditions of a definition whose group is one of Kubernetes itself (\`*.k8s.io\`): a server leaves it to chance which of its
  controllers comes first; here the one of its names.
- The limit of etcd: an object that is larger than 1.5 MB with its managedFields is stored here, where a server refuses it.
- The time that an expression takes: what costs little and takes long, such as lists in lists that double, ends in the
  refusal of a cost that is too high, where a server would compute until the request has run out of time.
- Controllers: nothing reconciles, scales or schedules, and statuses change only by a step. CustomResourceDefinitions
  are the exception: their names are accepted, their kinds come into force and go with their instances.
- Webhooks that convert custom resources: none is called, so that conversion changes \`apiVersion\` alone. Where a step says that
  one is down, no host has an address and at no address somebody listens; a server tells the name server that it asked, or waits.
  A list is then answered as by a server that has lost what it kept of the kind in memory.
- Addresses and node ports that a real cluster hands out at its own choice.
- A merge patch that names a version of the kind which is no longer served and had other fields (an Ingress of \`networking.k8s.io/v1beta1\`),
  or an Event of the other group, which a server reads all the same; here it is refused. A workload of \`apps/v1beta1\` is read as of \`apps/v1\`.
- Wrong fields of an Eviction, of ListOptions or of PartialObjectMetadata that are sent where another kind belongs, and metadata of a wrong type in a
  strategic merge patch of a Scale, in a body that a server refuses all the same: the words differ.
- A JSON patch whose value has a key twice: a server complains of the key in the patched object, too. Numbers beyond a float64
  (\`1E400\`) are refused where the body is parsed, and not where the field is read.
- What makes the server's own code stumble: where a policy's JSON patch before v1.37 sets a list or a map of objects that its
  expression makes, a server ends the connection without an answer; here it is an error 500.

## Of other versions than v1.36

- Which kinds there are, their fields, defaults, feature gates and what is refused are those of the version; feature
  gates are as they are by default.
- The rules of custom resources are compiled, priced and asked as by v1.36, v1.37 or v1.38; those of v1.33 to v1.35 as by v1.36.
- A refused capacity below zero with a binary suffix and a fraction, \`-0.3Ki\`, is shown as -308; until v1.37 a server shows -306.
- While a conversion webhook is down, a list that a server keeps in memory is refused with the seconds to wait, which grow with the time;
  here it is one.
- What v1.37 makes, in an expression of a policy, of whole structures of an object in a list that stands inside of \`Object{…}\` was not asked.
- v1.33 shows some values with addresses of its memory, which nobody can know, and lists what changed in a Pod.
- v1.38, which is a preview: where a list or a map is the key in a structure that a policy sees, the error names their types as v1.37 does.
- AppArmor annotations beside another profile of the Pod: v1.33 does not warn.
- One amount in two spellings (\`500m\` and \`0.5\`) among the \`validValues\` of a device's capacity: v1.38 takes them for two; here the second is a duplicate.

## Rules that are left out

A real server

${bullets(unmodelledRules.map(({ kinds, what }) => (kinds === undefined ? what : `${what} (${kinds.map(kind).join(', ')})`)))}

## kubectl

- What is not played is answered by a sentence of the page's own, never as by kubectl: help; commands that neither write
  an object nor read one back; and flags. The commands are
  ${list(unplayedCommands())}. The flags are \`--edit\`, \`--record\`, those by which \`run\` attaches (\`-it\`,
  \`--rm\`), \`--resolve\` of \`set env\`, and \`--output\`, \`--enable-helm\` and \`--enable-alpha-plugins\` of \`kustomize\`.
- What belongs to the reader's own machine stands as \`…\`: in \`version -o json\` and at \`/version\` from what, when and for which system both
  were built, in \`get --raw /api\` the address of the server, in \`get --raw /openapi/v3\` the hash of each document, which nobody knows without the document.
  A kubeconfig is one of the files of a scenario (\`--kubeconfig\`, \`KUBECONFIG\`, or by its name \`~/.kube/config\`). \`config\` reads and writes
  it, without \`--flatten\`, several files in \`KUBECONFIG\`, and extensions of the whole file and of its preferences; names that kubectl leaves in an order by chance are sorted.
- All commands take from it the namespace of the current context, and whom its user acts as (\`as\`, \`as-groups\`, …). Where the server is and
  what signs in there (certificates, tokens, passwords, plugins) is not looked at, nor are the files that they are in: a scenario has one cluster, which every
  context leads to, and who signs in may do all. So the page needs no secret, and a link loses nothing by leaving them out. Not played
  are a context without a server or without any way to sign in, where kubectl turns to \`localhost:8080\` or asks for a name and a password, an
  \`auth-provider\`, which that kubectl may not have, and, with
  \`-n\`, which of two mistakes is told, one in the line and one in the kubeconfig.
- Of templates, the place in memory that \`%p\` prints is made up, and a template that calls itself without end is
  not played.
- \`create token\` sends its request and tells its refusals; the token itself would be signed with a key that only a server has.
- \`--raw\` knows the paths of objects, discovery, \`/version\`, \`/healthz\`, \`/livez\` and \`/readyz\`; of OpenAPI
  the index of v3, not its documents and v2; nor metrics and the single checks, and it sends JSON only.
- \`explain\` says of custom kinds what their definition says, and of built-in ones what the release of the version says, v1.33 to v1.38.
- \`kustomize\` and \`-k\` build what the files of a scenario hold, as if they lay in a folder \`/files\`; nothing is fetched. A kustomization is
  not built where a schema at \`openapi.path\` names types \`io.k8s.…\` while those of kustomize's own count too, where \`buildMetadata\` meets a
  note of origins or transformations that it did not write, where \`generators\`, \`transformers\` or
  \`validators\` configure a plugin of kustomize's own (\`apiVersion: builtin\`), where a map has a key twice or one that is no text (\`8080\`,
  \`{{ .Values.x }}\`) and that no text of the resource stands for, where kustomize itself panics, where a
  replacement looks into a text, or where a list or map that replacements copy, aliases, or bases that name each other again and again
  grow beyond what anybody can read. Outside of \`/files\` there are the folders that every Linux has, with nothing in them. What an error of kustomize shows of a file is printed as objects are, and the address of a generator is made up. Whether a text
  that needs no quotes had some is not known: a count that replaces it is a number.
- \`describe\` prints times in UTC. A pasted request for a certificate whose bytes are none is not played, nor what v1.35 says of the workload of a Pod. A
  Pod that is not there is looked for in no events, as kubectl did before v1.36.
- Built-in kinds that a server shows by columns which are not known here: ${kindsWithoutTable.length === 0 ? 'none' : list(kindsWithoutTable)}.
- \`auth can-i\` asks by a review as kubectl does, and an administrator may do all. Its \`--list\` says what \`SelfSubjectRulesReview\` does.
- Nothing happens while \`get --watch\` and \`events --watch\` wait: they print what stands, and end. Nor while \`wait\` and \`scale --timeout\` wait: what does not hold at once ends as when the time has run out, after one try. \`rollout status\` prints what stands of a rollout that is not done, and ends; with
  \`--timeout\` as when that has run out. They watch what a user may read: what \`wait\` and \`rollout status\` log where one may get an
  object and neither list nor watch it (\`Failed to watch\`, each time that they try) is not printed. Server and kubectl are
  of one release for \`version\`, and kustomizations are built as by its kustomize, but for a patch without anything, which v1.33 refuses.
- A template or JSONPath that would print more than ten million characters, take more than
  a million steps, or stand more than a few hundred levels deep, ends in a sentence of the page's own; kubectl goes on for as long as it takes.
- Where kubectl leaves an order to chance (the keys of a map that JSONPath goes through by \`*\` or \`..\`), ours is sorted.
- \`rollout undo\` and \`history\` find ReplicaSets and ControllerRevisions only where steps made them.
- Of \`--overrides\` that give a field another type (\`{"spec": 5}\`), kubectl tells Go's error of decoding; here the object is printed with it. Where
  kubectl itself panics (\`create ingress --rule=h/a=b=s:80\`), an object is made.
- \`create secret tls\` looks for the blocks in both files, not into them, so that a key of another certificate passes;
  the five letters that \`create deployment\` adds by chance to the name of some containers are always the same.
- Where kubectl leaves an order to chance (several kinds pruned by an ApplySet, the resources of a limit that \`describe\` shows, the keys that \`set env --from\` takes), ours is sorted.
- Without a kubeconfig among the files, \`--context\`, \`--cluster\` and \`--user\` are taken to name what the reader's own one has.
- \`copy\` operations of a JSON patch that is applied on the client (\`--local\`, \`--dry-run=client\`, \`--overrides\`) add 3 MB at most, as
  on the server; kubectl itself has no limit.
`;

it('docs/not-modelled.md lists what the tables leave out', async () => {
  await expect(document).toMatchFileSnapshot('../docs/not-modelled.md');
});
