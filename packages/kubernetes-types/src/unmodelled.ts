/** Something that a real server does and that is not modelled here. */
export interface Unmodelled {
  /** The kinds that it is about, `apps/Deployment`; absent for all built-in kinds. */
  readonly kinds?: readonly string[];
  /** What a real server does, as a sentence without its full stop. */
  readonly what: string;
}

/**
 * Kinds of which nothing is refused here, though a real server refuses some objects. `Resource.unmodelled` of the
 * catalog says the same kind by kind; a test holds both to each other.
 */
export const kindsWithoutValidation: readonly string[] = [
  '/Binding',
  '/ComponentStatus',
  '/Event',
  'admissionregistration.k8s.io/MutatingAdmissionPolicy',
  'admissionregistration.k8s.io/MutatingAdmissionPolicyBinding',
  'admissionregistration.k8s.io/ValidatingAdmissionPolicy',
  'admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding',
  'apiextensions.k8s.io/CustomResourceDefinition',
  'apiregistration.k8s.io/APIService',
  'authentication.k8s.io/SelfSubjectReview',
  'authentication.k8s.io/TokenReview',
  'authorization.k8s.io/LocalSubjectAccessReview',
  'authorization.k8s.io/SelfSubjectAccessReview',
  'authorization.k8s.io/SelfSubjectRulesReview',
  'authorization.k8s.io/SubjectAccessReview',
  'certificates.k8s.io/CertificateSigningRequest',
  'events.k8s.io/Event',
  'flowcontrol.apiserver.k8s.io/FlowSchema',
  'flowcontrol.apiserver.k8s.io/PriorityLevelConfiguration',
  'networking.k8s.io/IPAddress',
  'networking.k8s.io/ServiceCIDR',
  'resource.k8s.io/DeviceClass',
  'resource.k8s.io/ResourceClaim',
  'resource.k8s.io/ResourceClaimTemplate',
  'resource.k8s.io/ResourceSlice',
  'storage.k8s.io/VolumeAttachment',
];

/** Kinds of which neither the strategy is modelled nor the validation: reviews, which are not stored, and what others serve. */
export const kindsWithoutStrategy: readonly string[] = [
  '/Binding',
  '/ComponentStatus',
  'apiextensions.k8s.io/CustomResourceDefinition',
  'authentication.k8s.io/SelfSubjectReview',
  'authentication.k8s.io/TokenReview',
  'authorization.k8s.io/LocalSubjectAccessReview',
  'authorization.k8s.io/SelfSubjectAccessReview',
  'authorization.k8s.io/SelfSubjectRulesReview',
  'authorization.k8s.io/SubjectAccessReview',
];

/** What is left out of the validation of kinds that have one, for the docs and the page to read. */
export const unmodelledRules: readonly Unmodelled[] = [
  {
    kinds: [
      'admissionregistration.k8s.io/MutatingWebhookConfiguration',
      'admissionregistration.k8s.io/ValidatingWebhookConfiguration',
    ],
    what: 'compiles the CEL expressions of match conditions, and refuses those that do not compile',
  },
  {
    kinds: ['/Pod', '/PersistentVolume', '/PersistentVolumeClaim'],
    what: 'shows the difference of its own structures below a change that it refuses; here the sentence stands alone',
  },
  {
    kinds: ['batch/Job'],
    what: 'shows its own structure of the template where that may not change; here `{}` stands in its place',
  },
  {
    kinds: ['batch/Job'],
    what: 'checks that the conditions, the times and the indexes in a status fit together; here only counts are checked',
  },
  {
    kinds: ['/Pod'],
    what: 'adds up the resources of containers against those of the whole Pod, and checks the resources that its status reports',
  },
  {
    what: 'refuses privileged containers where it runs without --allow-privileged; here it runs with it, as most clusters do',
  },
  {
    kinds: ['/Service'],
    what: 'may have IPv6 addresses, and another range than 10.96.0.0/16; here a cluster has IPv4 addresses of that range, and only the ports of the same Service are taken',
  },
  {
    kinds: ['batch/CronJob'],
    what: 'knows the time zones of its own system; here those of the browser count',
  },
  {
    what: 'runs admission: quotas, limit ranges, Pod security, webhooks and policies are stored and do nothing here',
  },
  {
    what: 'leaves the order of some complaints to chance, those about several keys of one map; here they stand as sent',
  },
];
