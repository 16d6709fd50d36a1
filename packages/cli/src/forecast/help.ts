/** What `managed-fields forecast --help` prints. */
export const forecastHelp = `Forecast what a release meets in a cluster: what it creates, changes and conflicts with, and what it leaves behind.

Usage: managed-fields forecast --live FILE… --apply FILE… [--tool NAME] [OPTION…]
       helm template web . | managed-fields forecast --live dump.yaml --apply - --tool helm --tool-option release=web

Plays what the tool sends on the live objects, as an API server answers it, and asks no cluster. The dump is what
  kubectl get deploy,svc,cm,… -A -o yaml --show-managed-fields
prints; without --show-managed-fields nobody is known to own anything.

      --live FILE      a dump of the cluster: YAML or JSON, documents and lists, gzip; a folder means all files in it
      --apply FILE     manifests: as above; - is the standard input, once for all; both may be repeated
      --tool NAME      what applies: kubectl, kubectl-client-side, helm (@v4.3.1, @v3.22.0), argocd, flux; none is a
                       bare apply. Without it the manager says it, else the managers in the dump do
      --tool-option NAME=VALUE
                       an option by the tool's own name: server-side=false, ServerSideApply=true, kustomization=apps
      --previous FILE  the last release, where the dump does not hold it: Helm's Secret, or manifests
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
      --kubernetes V   the version of the server and of kubectl, v1.36 if none is named

What a release leaves alone is listed: objects that the manager wrote, that no manifest names and that nobody prunes.
Hooks are not run, and nothing is waited for. Values that look secret are replaced in every output and in the link,
as the page's Share does.

--output json prints { "summary", "rows": [ROW…], "left": [OBJECT…], "link" }; the README says what a ROW has.

Exit codes: 0 nothing conflicts and nothing is refused; 1 something does or is, or --fail-on or --expect says so; 2 the
arguments or the input cannot be used, or a manifest among them: the others are forecast all the same.
`;
