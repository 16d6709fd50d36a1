/** What `managed-fields forecast --help` prints. */
export const forecastHelp = `Forecast what a release meets in a cluster: what it creates, changes and conflicts with, and what it leaves behind.

Usage: managed-fields forecast --live FILE… --apply FILE… --manager NAME [OPTION…]
       helm template web . | managed-fields forecast --live dump.yaml --apply - --manager argocd-controller

Plays the apply of each manifest on its live object, as an API server does it, and asks no cluster. The dump is what
  kubectl get deploy,svc,cm,… -A -o yaml --show-managed-fields
prints; without --show-managed-fields nobody is known to own anything.

      --live FILE      a dump of the cluster: YAML or JSON, documents and lists, gzip; a folder means all files in it
      --apply FILE     manifests: as above; - is the standard input, once for all; both may be repeated
      --manager NAME   the field manager that applies, as the tool calls itself
      --force          take what others own, as Argo CD and Flux do (kubectl: --force-conflicts)
      --client-side    kubectl apply with a three-way merge beside it
  -n, --namespace N    the namespace of manifests that name none, default if none is named
      --hooks WHEN     skip (as without it): hooks of Helm and Argo CD are listed, not applied; apply: like the others
  -o, --output FORMAT  text (as without it), markdown for a comment, json, or sarif for code scanning
      --link URL       where a playground is served: print a link that opens the first conflict there
      --color WHEN     auto (as without it), always or never; FORCE_COLOR and NO_COLOR count for auto
      --kubernetes V   the version of the server and of kubectl, v1.36 if none is named

What a release leaves alone: objects of the cluster that the manager wrote and that no manifest names are listed, since
an apply does not prune. Values that look secret are replaced in every output and in the link, as the page's Share does.

--output json prints { "summary", "rows": [ROW…], "left": [OBJECT…], "link" }; the README says what a ROW has.

Exit codes: 0 nothing conflicts and nothing is refused; 1 something does or is, by any way that was asked for; 2 the
arguments or the input cannot be used, or a manifest among them: the others are forecast all the same.
`;
