/** What `managed-fields cluster --help` prints. */
export const clusterHelp = `Serve the playground beside the API of your cluster, by kubectl proxy.

Usage: managed-fields cluster [KIND/NAME] [OPTION…]
       kubectl managed-fields cluster deploy/web -n prod

Prints the command that it runs and, when that serves, the address to open. KIND/NAME is what the page opens first.
Ctrl-C ends it.

  -n, --namespace NAME  the namespace of the object, or of the page's lists; without it that of the context
      --context NAME    the context of the kubeconfig, as kubectl takes it
      --kubeconfig FILE
      --kubectl PROGRAM the kubectl to run, if it is not the one on the PATH
      --port PORT       8001 without it; 0 lets kubectl choose one
      --read-only       reject every request but GET: no dry runs, and nobody can write through the port
      --secrets         let Secrets through, which are rejected without it
      --host HOST       the host in the address, to which alone the proxy answers. Without it a name below localhost is
                        made by chance, so that other pages in your browser cannot use the port. A name of your own
                        that nobody guesses, MINE.localhost, keeps drafts from one run to the next. With 127.0.0.1 or
                        localhost any page in your browser can read the cluster through the port and create objects
      --page FOLDER     another built playground than the one that came along
  -o, --output FORMAT   text (as without it) or json: { "address", "command": [WORD…] } on one line
                        when the proxy serves, and nothing else

The port is open on this machine only. Whoever reaches it and knows the host has your rights in the cluster as far as
the paths and methods of the proxy go: the objects of all kinds but Secrets, no exec, attach, portforward, proxy, log,
eviction or token. The page writes by dry runs only; the proxy cannot hold others to that, --read-only can.

Exit codes: 0 it was ended by Ctrl-C or a signal; 1 there is no such program or no such cluster, or that of kubectl,
where it failed; 2 arguments that cannot be used.
`;
