/** The audit policy that gives what a history needs, as the documentation has it. */
export const auditPolicy = `apiVersion: audit.k8s.io/v1
kind: Policy
rules:
  # Leases and Events are written every few seconds.
  - level: None
    resources:
      - group: coordination.k8s.io
        resources: [leases]
      - group: ""
        resources: [events]
      - group: events.k8s.io
        resources: [events]
  # What is secret, and tokens, stay out of the log.
  - level: Metadata
    resources:
      - group: ""
        resources: [secrets, configmaps, serviceaccounts/token]
      - group: authentication.k8s.io
        resources: [tokenreviews]
  # Everything else that is written, with what was sent and answered.
  - level: RequestResponse
    omitManagedFields: false
    verbs: [create, update, patch, delete, deletecollection]
  - level: None
`;
