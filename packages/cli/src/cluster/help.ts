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

The address ends with a token, made by chance at each start. The page keeps it for its tab and shows it with each
request; without it, the front answers nothing but the files of the page. With it, the front lets through: version,
discovery, schemas, GET and watch of objects, and PATCH, PUT and POST with dryRun=All, which an API server does not
keep. No exec, attach, portforward, proxy, log, eviction or token, no DELETE, no WebSocket, and no Secrets.

On Windows kubectl serves at a port of 127.0.0.1 instead, to a host name made by chance, which stands in the list of
processes.

Exit codes: 0 it was ended by Ctrl-C or a signal; 1 there is no such program or no such cluster, or the port is taken,
or that of kubectl, where it failed; 2 arguments that cannot be used.
`;
