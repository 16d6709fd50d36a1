/** What `managed-fields link --help` prints. */
export const linkHelp = `Print the address that opens an object in the playground, as a scenario.

Usage: managed-fields link [-f FILE…] --page-address URL [OPTION…]
       kubectl get deployment web -o yaml --show-managed-fields | managed-fields link

Reads objects as kubectl prints them, YAML or JSON: one, several documents, or a List. Each becomes a step: what a
cluster has a live object, a CustomResourceDefinition a definition, and what has neither managedFields nor a uid,
resourceVersion or creationTimestamp a server-side apply by kubectl. Everything stands in the address behind #, which
browsers do not send.

  -f, --file FILE         a file, - for the standard input (as without -f); may be repeated
      --page-address URL  where a playground is served; without it the environment variable MANAGED_FIELDS_PAGE says it
      --plain PATH        leave the value at a path as it is, as it is listed: .data.revision; may be repeated
      --keep-secrets      leave all values that look secret as they are
      --kubernetes V      the version that the scenario is played on, v1.36 if none is named

Values that look secret (of Secrets, of fields that are called password or token, tokens by their shape), and those that
are not known to be plain because they look random, are replaced as the page's Share does it, and listed on stderr;
fields and their owners stay. Look at it before you pass it on: a password of plain words is found by its place or name
alone.

Exit codes: 0 the address was printed; 1 it would be longer than the 64 KiB that a link may have; 2 the arguments or the
input cannot be used.
`;
