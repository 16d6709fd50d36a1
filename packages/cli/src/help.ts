/** What `managed-fields owners --help` prints. */
export const ownersHelp = `Print an object with the owners of each line in front of it, by its managedFields.

Usage: managed-fields owners [FILE…] [OPTION…]
       managed-fields owners deploy/web -n prod
       kubectl get deployment web -o yaml --show-managed-fields | managed-fields owners

Reads objects as kubectl prints them, YAML or JSON, gzip, UTF-16: one, several documents, or a List; files, folders, the
standard input, or objects of the cluster by their names, for which it runs kubectl get.

  -f, --file FILE      a file or a folder, as without -f; - for the standard input; may be repeated
  -n, --namespace N    of an object that is named
      --context NAME, --kubeconfig FILE, --kubectl PROGRAM
                       which cluster is asked for it, and by which kubectl
      --path PATH      only lines at or below a path: .spec.template; may be repeated
      --manager NAME   only lines that this manager owns; may be repeated
  -o, --output FORMAT  text (as without it) or json, see below
      --time FORMAT    when each owner wrote last: relative (as without it), full, or none
      --color WHEN     auto (as without it), always or never; FORCE_COLOR and NO_COLOR count for auto
      --explain PATH   say who will put a field back after a change by hand, instead: .spec.replicas
      --kubernetes V   the version whose kinds count, v1.36 if none is named; v1.38 is a preview
      --config FILE    settings that are the same each time; without it MANAGED_FIELDS_CONFIG may name the file

In front of a line stand the owners of the field that begins there, as
  MANAGER (OPERATION SUBRESOURCE APIVERSION TIME)
with the subresource and the API version only where the entries differ in them. Where a field has several owners each
stands on a line of its own, and all but the last end with "/". Where the item of a list begins on the same line, who
else owns the item itself is marked "/ the item". A line with " goes on with the value above it. In front of what
nobody owns stands nothing. Fields that are owned but not in the object stand below it, as comments.

--output json prints
  { "objects": [ {
      "apiVersion", "kind", "namespace", "name",
      "lines":  [ { "text", "path", "state", "owners": [OWNER…], "itemOwners": [OWNER…] } ],
      "absent": [ { "path", "owners": [OWNER…] } ] } ] }
with each OWNER { "manager", "operation", "subresource", "apiVersion", "time" }. "path" is the field that the line is
about, absent where there is none. "state" is owned, shared, atomic (owned as a whole that it is in) or unowned.
"itemOwners" are those of the list items that begin on the line. "time" is absent where the entry has none.

--explain PATH says of each object that has the field who writes it again, when, and how that ends: from its owners,
from last-applied, and from the Applications of Argo CD, Kustomizations and HelmReleases of Flux, autoscalers and
releases of Helm among the objects. What is not known is said. --output json prints { "objects": [ { "apiVersion",
"kind", "namespace", "name", "path", "rewriters": [ { "owner", "writer", "when", "end", "source", "interval",
"manifestUnseen" } ] } ] }. Of the Secrets of Helm's releases the manifests are read, in the last revision of each.

Exit codes: 0 all objects were printed with their owners; 1 one of them is not in the cluster, has no managedFields or
is not as a server would take it, none has the field to explain, or no line fits; 2 the arguments or the input cannot
be used.
`;

/** What `managed-fields link --help` prints. */
export const linkHelp = `Print the address that opens an object in the playground, as a scenario.

Usage: managed-fields link [FILE…] --page-address URL [OPTION…]
       managed-fields link deploy/web -n prod --page-address URL
       kubectl get deployment web -o yaml --show-managed-fields | managed-fields link

Reads what owners reads. Each object becomes a step: what a cluster has a live object, a CustomResourceDefinition a
definition, and what has neither managedFields nor a uid, resourceVersion or creationTimestamp a server-side apply by
kubectl. Everything stands in the address behind #, which browsers do not send.

  -f, --file FILE      a file or a folder, as without -f; - for the standard input; may be repeated
  -n, --namespace N    of an object that is named
      --context NAME, --kubeconfig FILE, --kubectl PROGRAM
                       which cluster is asked for it, and by which kubectl
      --page-address URL  where a playground is served; without it the environment variable MANAGED_FIELDS_PAGE says it
      --plain PATH        leave the value at a path as it is, as it is listed: .data.revision; may be repeated
      --keep-secrets      leave all values that look secret as they are
      --kubernetes V      the version that the scenario is played on, v1.36 if none is named; v1.38 is a preview
      --config FILE    settings that are the same each time; without it MANAGED_FIELDS_CONFIG may name the file

Values that look secret (of Secrets, of fields that are called password or token, tokens by their shape), and those that
are not known to be plain because they look random, are replaced as the page's Share does it, and listed on stderr;
fields and their owners stay. Look at it before you pass it on: a password of plain words is found by its place or name
alone.

Exit codes: 0 the address was printed; 1 it would be longer than the 64 KiB that a link may have, or one of the objects
is not in the cluster; 2 the arguments or the input cannot be used.
`;

/** What `managed-fields forecast --help` prints. */
export const forecastHelp = `Forecast what a release meets in a cluster: what it creates, changes and conflicts with, and what it leaves behind.

Usage: managed-fields forecast --live FILE… --apply FILE… [--tool NAME] [OPTION…]
       helm template web . | managed-fields forecast --live dump.yaml --apply - --tool helm --tool-option release=web

Plays what the tool sends on the live objects, as an API server answers it, and asks no cluster. The dump is what
  kubectl get deploy,svc,cm,… -A -o yaml --show-managed-fields
prints; without --show-managed-fields nobody is known to own anything.

      --live FILE      a dump of the cluster: YAML or JSON, documents and lists, gzip; a folder means all files in it
      --apply FILE     manifests: as above; - is the standard input, once for all; both may be repeated
      --tool NAME      what applies: kubectl, kubectl-client-side, helm (@v4.3.1, @v3.22.0), argocd, flux, flux-helm,
                       terraform, pulumi, crossplane, capi, controller-runtime; none is a bare apply. Without it the
                       manager says it, else the managers in the dump do
      --tool-option NAME=VALUE
                       an option by the tool's own name: server-side=false, ServerSideApply=true, kustomization=apps
      --previous FILE  the last release, where the dump does not hold it: Helm's Secret, or manifests; Terraform's and
                       Pulumi's state is never in a dump
      --manager NAME   the field manager that applies, where the tool lets it be chosen
      --force          take what others own (kubectl, Helm: force-conflicts); Argo CD and Flux always do
      --client-side    with --tool none: kubectl apply with a three-way merge beside it
      --fail-on LIST   what makes the exit code 1: conflict, refused, deleted, created, changed, left, recreated,
                       migrated, lost-owner, lost-field, unowned; nothing. Without it: conflict, refused and an error
      --expect TEXT    'argocd-controller owns .spec.replicas of deploy/*' fails where somebody else does
  -n, --namespace N    the namespace of manifests that name none, default if none is named
      --hooks WHEN     skip (as without it): hooks of Helm and Argo CD are listed, not applied; apply: like the others
  -o, --output FORMAT  text (as without it), markdown for a comment, json, or sarif for code scanning
      --objects        in json, each object as it would stand
      --link URL       where a playground is served: print a link that opens the first conflict there
      --color WHEN     auto (as without it), always or never; FORCE_COLOR and NO_COLOR count for auto
      --kubernetes V   the version of the server and of kubectl, v1.36 if none is named; v1.38 is a preview
      --config FILE    settings that are the same each time; without it MANAGED_FIELDS_CONFIG may name the file

What a release leaves alone is listed: objects that the manager wrote, that no manifest names and that nobody prunes.
Hooks are not run, and nothing is waited for. Values that look secret are replaced in every output and in the link,
as the page's Share does.

--output json prints { "summary", "rows": [ROW…], "left": [OBJECT…], "link" }; the README says what a ROW has.

Exit codes: 0 nothing conflicts and nothing is refused; 1 something does or is, or --fail-on or --expect says so; 2 the
arguments or the input cannot be used, or a manifest among them: the others are forecast all the same.
`;

/** What `managed-fields survey --help` prints. */
export const surveyHelp = `Survey many objects: who owns what, what is wrong and how it is mended, and what an upgrade changes for each.

Usage: managed-fields survey [FILE…] [OPTION…]
       managed-fields survey --cluster [--kinds deploy,svc] [-n NAMESPACE] [OPTION…]
       kubectl get deploy,svc,cm,hpa,crd -A -o yaml --show-managed-fields | managed-fields survey

Reads dumps of any size, piece by piece: YAML or JSON, documents and lists, gzip, UTF-16; a folder means all files in
it. Definitions in them are those of their custom objects. The objects stand in a temporary file meanwhile, which only
you can read.

  -f, --file FILE      a file or a folder, as without -f; - is the standard input; may be repeated
      --cluster        read the lists of a cluster instead, page by page as cluster does; Secrets are never read
      --kinds LIST     with --cluster: only these, deploy,svc,widgets.example.com; without it all but events and leases
  -n, --namespace LIST with --cluster: of what lies in namespaces only these
      --context NAME, --kubeconfig FILE, --kubectl PROGRAM
                       with --cluster: which cluster, and which kubectl asks it
      --filter QUERY   only objects that fit, as the page's filter has it: 'manager:helm kind:Deployment -ns:system'
      --rules FILE     YAML that switches rules off: rules: { manual-change: off }, and notSeenDays: 180
      --rule NAME=HOW  off, on, or how grave it is: error, warning, note; may be repeated
      --not-seen-days N
                       days without a write after which a manager counts as not seen any more, 365 if none are named
      --fail-on LIST   what makes the exit code 1: rules, error, warning, note, conflict; nothing. Without it anything
      --repairs FOLDER write what mends findings: a script for each that a server would take, and all.sh; none is run
      --rows FOLDER    write tables for DuckDB, Spark and others: rows of objects, entries, findings and, with
                       --upgrade, changes, as Parquet and NDJSON in a folder for each cluster (docs/fleets.md)
      --cluster-name NAME
                       the cluster in these tables; without it --context, or the folder or file that is read
      --upgrade FROM TO
                       what changes for each object between two versions (v1.34, or a release such as v1.36.1; v1.38 is
                       a preview): entries of managedFields that the next write takes out, fields and defaults that come
                       or go, warnings, refusals and their words. Each object is written as it is and created anew, on
                       servers of both
  -o, --output FORMAT  text (as without it), json, csv, markdown, html, or sarif for code scanning; with --upgrade text
                       or json
      --show LIST      the tables of the text: managers,findings (as without it), objects
      --kubernetes V   the version whose kinds count without --upgrade, v1.36 if none is named; v1.38 is a preview
      --config FILE    settings that are the same each time; without it MANAGED_FIELDS_CONFIG may name the file

Nothing is sent anywhere. The words of a server may show values of the object that it refuses.

--output json prints what the page saves of a survey: "objects", each with "entries" and "findings", and "managers";
with --upgrade { "form", "from", "to", "objects": [OBJECT…], "unread" }: of each object for which something changes
apiVersion, kind, namespace, name and "changes".

Exit codes: 0 nothing was found, or changes; 1 something was, or does, as --fail-on has it; or the cluster cannot be
asked; 2 the arguments or the input cannot be used, or a part of it.
`;

/** What `managed-fields rehearse --help` prints. */
export const rehearseHelp = `Run a tool against a copy of your cluster on this machine, and say what it did to the objects.

Usage: managed-fields rehearse --live FILE… [OPTION…] -- COMMAND [WORD…]
       managed-fields rehearse --live dump.yaml -- helm upgrade web ./chart -n prod
       managed-fields rehearse --live dump.yaml --serve

Serves the objects of a dump on 127.0.0.1 as an API server does, runs the command with a KUBECONFIG for it, and ends
with it. The report is that of forecast, from the requests that the command really sent: what it created, changed, took
from others and deleted, and what was refused. Nothing is sent to your cluster. What the command prints goes to stderr.

      --live FILE      a dump of the cluster, as forecast reads it: YAML or JSON, gzip, a folder; may be repeated
      --serve          run no command: print the KUBECONFIG, and serve until Ctrl-C
      --port PORT      the port of the server; without it a free one
      --ready          mark Deployments, StatefulSets, DaemonSets, ReplicaSets, Jobs, Pods and claims as ready at once,
                       for what waits. The report leaves that status out. What is deleted in the foreground goes
      --fail-on LIST   what makes the exit code 1, as with forecast, and collected: what controllers would delete;
                       without it conflict, refused, a failed command
      --expect TEXT    'argocd-controller owns .spec.replicas of deploy/*' fails where somebody else does
  -o, --output FORMAT  text (as without it), markdown, json, or sarif
      --objects        in json, each object as it would stand
      --link URL       where a playground is served: print a link that opens all that was written there
      --color WHEN     auto (as without it), always or never
      --kubernetes V   the version of the server, v1.36 if none is named; v1.38 is a preview
      --config FILE    settings that are the same each time; without it MANAGED_FIELDS_CONFIG may name the file

Controllers do not run: no Pod starts, no Service gets an address, nothing that is owned goes with its owner, and a
Namespace that is deleted stays. What the garbage collector and the namespace controller would do next stands at the
end of the report, by the ownerReferences, finalizers and namespaces of the dump. Webhooks are not called. A command
that waits for such things waits until its own timeout; --ready helps where it waits for readiness, or for what it
deletes in the foreground, as Pulumi does.

The command finds the server by KUBECONFIG alone. One that names a cluster itself (--context, --kubeconfig) is refused
where it is kubectl, Helm or the like; a script that does so leaves the rehearsal. Values that look secret are replaced
in the report and in the link.

--output json is that of forecast, with "rehearsed": { "command", "requests", "ready" } in place of "manager" and
"tool", and with "next": what controllers would do. The place of a row is the number of its last request.

Exit codes: 0 nothing conflicted and nothing was refused; 1 something did or was, the command failed, or --fail-on or
--expect says so; 2 the arguments or the dump cannot be used.
`;

/** What `managed-fields cluster --help` prints. */
export const clusterHelp = `Serve the playground beside the API of your cluster.

Usage: managed-fields cluster [KIND/NAME] [OPTION…]
       kubectl managed-fields cluster deploy/web -n prod

Runs kubectl proxy, which signs in as you, at a Unix socket that no browser reaches, and before it a front on 127.0.0.1
that serves the page and lets through what the page asks. Prints the command that it runs and, when that serves, the
address to open. KIND/NAME is what the page opens first. Ctrl-C ends all of it.

  -n, --namespace NAME  the namespace of the object, or of the page's lists; without it that of the context
      --context NAME    the context of the kubeconfig, as kubectl takes it
      --kubeconfig FILE
      --kubectl PROGRAM the kubectl to run, if it is not the one on the PATH
      --port PORT       the port of the page; without it a free one. Your browser keeps drafts by the port: with the
                        same one you find them again, and so does whoever serves anything else there later
      --read-only       let nothing but GET through: no dry runs, and the page does not learn who you are
      --secrets         let Secrets through, by their names; without it they are refused
      --page-address URL
                        where others open the playground, for which the page makes its links; without it the
                        environment variable MANAGED_FIELDS_PAGE, or the page asks
      --page FOLDER     another built playground than the one that came along
  -o, --output FORMAT   text (as without it) or json: { "address", "command": [WORD…] } on one line
                        when the page is served, and nothing else. The address has the token in it
      --config FILE    settings that are the same each time; without it MANAGED_FIELDS_CONFIG may name the file

The address ends with a token, made by chance at each start. The page keeps it for its tab and shows it with each
request; without it, the front answers nothing but the files of the page. With it, the front lets through: version,
discovery, schemas, GET and watch of objects, and PATCH, PUT and POST with dryRun=All, which an API server does not
keep. No exec, attach, portforward, proxy, log, eviction or token, no DELETE, no WebSocket, and no Secrets.

On Windows kubectl serves at a port of 127.0.0.1 instead, to a host name made by chance, which stands in the list of
processes.

Exit codes: 0 it was ended by Ctrl-C or a signal; 1 there is no such program or no such cluster, or the port is taken,
or that of kubectl, where it failed; 2 arguments that cannot be used.
`;

/** What `managed-fields explain --help` prints. */
export const explainHelp = `Explain an error text: what it means, who owns the fields, and what can be done about it.

Usage: managed-fields explain [FILE…] [OPTION…]
       kubectl apply --server-side -f web.yaml 2>&1 | managed-fields explain
       managed-fields explain error.txt --object deploy/web -n prod --link URL

Reads what kubectl, Argo CD, Flux, Helm, Terraform and Pulumi print, or a log, and finds the messages of the API server
and of kubectl in it.

  -f, --file FILE      a file, as without -f; - for the standard input (as without a file); may be repeated
      --object OBJECT  the live object that the message is about: a file, or deploy/web, for which it runs kubectl get;
                       the ways out are then written for its fields; may be repeated
  -n, --namespace N    of that object
      --context NAME, --kubeconfig FILE, --kubectl PROGRAM
                       which cluster is asked for it, and by which kubectl
  -o, --output FORMAT  text (as without it), markdown for a comment, or json
      --link URL       where a playground is served: print a link that opens a scenario which ends in the message
      --kubernetes V   the version that the scenario is played on, v1.36 if none is named; v1.38 is a preview
      --config FILE    settings that are the same each time; without it MANAGED_FIELDS_CONFIG may name the file

A scenario is played to see whether it ends in the very message; the text says so. Nothing is sent to a cluster.

--output json prints { "messages": [ { "code", "message", "tool", "object", "managers", "fields", "data", "explanation",
"advice", "settings", "scenario" } ], "link" }.

Exit codes: 0 a message was explained; 1 there is none that is known; 2 the arguments or the input cannot be used.
`;

/** What `managed-fields diff --help` prints. */
export const diffHelp = `Say in which fields two objects, or two states of one, differ, and who owns these fields in each.

Usage: managed-fields diff BEFORE AFTER [OPTION…]
       managed-fields diff before.yaml deploy/web -n prod
       kubectl get deploy web -o yaml --show-managed-fields --watch | head -n 400 | managed-fields diff

Reads what owners reads. A file with several states of one object, as a watch prints them, is compared from its first to
its last.

  -f, --file FILE      a file or a folder, as without -f; - for the standard input; may be repeated
  -n, --namespace N    of an object that is named
      --context NAME, --kubeconfig FILE, --kubectl PROGRAM
                       which cluster is asked for it, and by which kubectl
      --from N, --to N which of several objects are compared, counted from 1; without them the first and the last
  -o, --output FORMAT  text (as without it), markdown for a comment, or json
      --kubernetes V   the version whose kinds count, v1.36 if none is named; v1.38 is a preview
      --config FILE    settings that are the same each time; without it MANAGED_FIELDS_CONFIG may name the file

Fields whose owners alone differ are listed too. Left out are managedFields, resourceVersion and generation, which the
server writes each time. Values that may be secret stand as ….

--output json prints { "from", "to", "fields": [ { "path", "before", "after", "ownersBefore", "ownersAfter" } ] }.

Exit codes: 0 no field differs; 1 one does; 2 the arguments or the input cannot be used.
`;

/** What `managed-fields audit --help` prints. */
export const auditHelp = `Say by an audit log who wrote which objects, who fights about fields, and how one object came to be.

Usage: managed-fields audit [FILE…] [OPTION…]
       zcat audit-*.log.gz | managed-fields audit
       managed-fields audit audit.log --object deployments/web -n prod --link URL

Reads events of audit.k8s.io/v1, JSON lines or a list of them, gzip, piece by piece; several files are one log. Of each
request the last stage counts. docs/audit.md of the playground says which policy records what is needed.

  -f, --file FILE      a file or a folder, as without -f; - for the standard input (as without a file); may be repeated
      --object NAME    the history of one object: deployments/web, deployments.apps/web or web. Each request is played,
                       and its answer compared with the recorded one
  -n, --namespace N    of that object
      --from N, --to N only these requests of it are played, counted from 1; at most 150
  -o, --output FORMAT  text (as without it), markdown for a comment, or json
      --link URL       where a playground is served: print a link that opens the history there
      --kubernetes V   the version that the history is played on, v1.36 if none is named; v1.38 is a preview
      --config FILE    settings that are the same each time; without it MANAGED_FIELDS_CONFIG may name the file

Managers fight that take a field from each other at least three times; the log must have answers (level
RequestResponse). Values that may be secret stand as ….

--output json prints { "events", "levels", "release", "problems", "objects": [ { "key", "group", "resource",
"namespace", "name", "requests", "refused", "writers", "first", "last", "states", "fights" } ], "history", "link" }.

Exit codes: 0 nobody fights; 1 somebody does; 2 the arguments or the input cannot be used, or a part of it.
`;

/** What `managed-fields lint --help` prints. */
export const lintHelp = `Say to authors of CustomResourceDefinitions about which lists field managers will fight, and what mends it.

Usage: managed-fields lint [FILE…] [OPTION…]
       controller-gen crd paths=./... output:crd:stdout | managed-fields lint
       managed-fields lint crd/widgets.example.com --link URL

Finds lists that are owned as a whole, keys of lists that may be left out, sets of objects, and fields that versions
merge in different ways; and says, in its own words, what the server refuses about the definition. With each stand the
markers of kubebuilder and of OpenAPI that mend it.

  -f, --file FILE      a file or a folder, as without -f; - for the standard input (as without a file); may be repeated
      --context NAME, --kubeconfig FILE, --kubectl PROGRAM
                       which cluster is asked for crd/NAME, and by which kubectl
  -n, --namespace N    of no use for definitions, which have none
      --fail-on LIST   what makes the exit code 1: rules, error, warning, note; nothing. Without it error,warning
      --rule NAME=HOW  off, on, or how grave it is: error, warning, note; may be repeated
  -o, --output FORMAT  text (as without it), json, or sarif for code scanning
      --link URL       where a playground is served: print a link to a scenario in which two managers fight about the
                       first of these lists
      --kubernetes V   the version of the server, v1.36 if none is named; v1.38 is a preview
      --config FILE    settings that are the same each time; without it MANAGED_FIELDS_CONFIG may name the file

--output json prints { "definitions": [ { "name", "file", "refusal", "findings": [ { "rule", "severity", "version",
"path", "line", "key", "other", "kubebuilder", "openapi" } ] } ], "link" }.

Exit codes: 0 nothing that --fail-on names; 1 something is; 2 the arguments or the input cannot be used.
`;

/** What `managed-fields schema --help` prints. */
export const schemaHelp = `Print the JSON Schema of an output, or of the file that --config names.

Usage: managed-fields schema [NAME]
       managed-fields schema forecast > forecast.schema.json

Every JSON output says what it is: "apiVersion" is managed-fields/v1, and "kind" names the schema, Forecast that of
forecast. Members are added in later versions, and neither renamed nor taken away, unless apiVersion changes. Without a
name it prints the names of all.

Exit codes: 0 it was printed; 2 there is no such schema.
`;

/** What `managed-fields completion --help` prints. */
export const completionHelp = `Print the script by which a shell completes managed-fields, or the manual page.

Usage: managed-fields completion bash|zsh|fish|powershell|man
       source <(managed-fields completion bash)
       managed-fields completion zsh > "\${fpath[1]}/_managed-fields"
       managed-fields completion fish > ~/.config/fish/completions/managed-fields.fish
       managed-fields completion powershell | Out-String | Invoke-Expression
       managed-fields completion man | man -l -

Exit codes: 0 it was printed; 2 there is no such shell.
`;

/** What `managed-fields mcp --help` prints. */
export const mcpHelp = `Answer assistants by the Model Context Protocol: who owns what, conflicts and their ways out.

Usage: managed-fields mcp [--page-address URL]
       managed-fields mcp --http [--port PORT] [-o FORMAT]

Without --http it speaks on standard input and output, as assistants start it: {"command": "managed-fields", "args":
["mcp"]}. With --http it serves on 127.0.0.1 at /mcp, prints the address and a token, and refuses what shows no token,
comes from a page of a browser, or names another host. Ctrl-C ends it.

      --http               serve over HTTP on loopback
      --port PORT          the port; without it a free one
      --page-address URL   the playground that links open, or the environment variable MANAGED_FIELDS_PAGE; without it
                           the tool link answers what stands behind the # alone
  -o, --output FORMAT      text (as without it) or json: { "address", "token" } on one line
      --config FILE    settings that are the same each time; without it MANAGED_FIELDS_CONFIG may name the file

MANAGED_FIELDS_MCP_TOKEN names the token of --http; without it one is made by chance at each start.

Tools: owners, explain_conflict, ways_out, forecast, play_scenario, survey, link. Resources: the glossary and the
findings of a survey. Everything is computed here from the texts that are given. No tool reads or writes a cluster or a
file; values that look secret are replaced, always.

Exit codes: 0 it was ended by its client, by Ctrl-C or a signal; 1 it cannot be served; 2 arguments that cannot be used.
`;
