/** What `managed-fields owners --help` prints. */
export const ownersHelp = `Print an object with the owners of each line in front of it, by its managedFields.

Usage: managed-fields owners [-f FILE…] [OPTION…]
       kubectl get deployment web -o yaml --show-managed-fields | managed-fields owners

Reads objects as kubectl prints them, YAML or JSON: one, several documents, or a List.

  -f, --file FILE      a file, - for the standard input (as without -f); may be repeated
  -o, --output FORMAT  text (as without it) or json, see below
      --time FORMAT    when each owner wrote last: relative (as without it), full, or none
      --color WHEN     auto (as without it), always or never; FORCE_COLOR and NO_COLOR count for auto
      --kubernetes V   the version whose kinds count, v1.36 if none is named

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

Exit codes: 0 all objects were printed with their owners; 1 one of them has no managedFields, or a server would not
take it as it is; 2 the arguments or the input cannot be used.
`;
