/** Something that a real server does and that is not modelled here. */
export interface Unmodelled {
  /** The kinds that it is about, `apps/Deployment`; absent for all built-in kinds. */
  readonly kinds?: readonly string[];
  /** What a real server does, as a sentence without its full stop. */
  readonly what: string;
}

/** What is left out of the validation of kinds that have one, for the docs and the page to read. */
export const unmodelledRules: readonly Unmodelled[] = [
  {
    kinds: ['apiextensions.k8s.io/CustomResourceDefinition'],
    what: 'shows the places of several errors of syntax in one rule, and reads the certificates inside `caBundle`; here of errors of syntax the first are told, and only the form of certificates is checked',
  },
  {
    kinds: ['apiextensions.k8s.io/CustomResourceDefinition'],
    what: 'needs some moments to put kinds in force and to see them off, and gives up for a while where an instance is kept for a minute; here it is done when the request is answered',
  },
  {
    kinds: ['/ComponentStatus'],
    what: 'asks its scheduler, its controller manager and its etcd how they are, whatever options of a list it is sent; here there is none',
  },
  {
    kinds: ['certificates.k8s.io/CertificateSigningRequest'],
    what: 'looks into the certificates of a status, and checks signatures by RSA-PSS; here such signatures are taken as right, and certificates may hold anything',
  },
  {
    kinds: ['certificates.k8s.io/ClusterTrustBundle', 'certificates.k8s.io/PodCertificateRequest'],
    what: 'reads all extensions of certificates, and the URIs in them; here only those extensions that say what a key is for and whose it is',
  },
  {
    kinds: ['certificates.k8s.io/PodCertificateRequest'],
    what: 'checks signatures by RSA-PSS, and by ML-DSA in v1.38, and shows fractions of seconds in times that it refuses; here such signatures are taken as right, and times have seconds',
  },
  {
    kinds: ['flowcontrol.apiserver.k8s.io/FlowSchema', 'flowcontrol.apiserver.k8s.io/PriorityLevelConfiguration'],
    what: 'has some of its own from the start, and says in the status of a FlowSchema whether its level is there',
  },
  {
    kinds: ['authentication.k8s.io/TokenReview'],
    what: 'knows some tokens; here none is known',
  },
  {
    kinds: ['authorization.k8s.io/SubjectAccessReview', 'authorization.k8s.io/SelfSubjectRulesReview'],
    what: 'has more roles from the start than those of everybody and those to bind users to (`cluster-admin`, `admin`, `edit`, `view`), shows them as objects, gathers roles by an `aggregationRule`, knows what nodes may do, and asks bindings in any order; here by name',
  },
  {
    kinds: ['/Pod', '/PersistentVolume', '/PersistentVolumeClaim'],
    what: 'shows, in v1.33, the difference of its own structures below a change that it refuses, with one kind of space or another by chance; here the sentence stands alone in that version',
  },
  {
    kinds: ['resource.k8s.io/DeviceClass', 'resource.k8s.io/ResourceClaim', 'resource.k8s.io/ResourceClaimTemplate'],
    what: 'shows the places of several errors of syntax in a selector; here the first are told',
  },
  {
    what: 'refuses privileged containers where it runs without --allow-privileged; here it runs with it, as most clusters do',
  },
  {
    kinds: ['/Secret'],
    what: 'holds the certificate and the key of `kubernetes.io/tls` against each other and warns; here their blocks are looked for, and the frame of the certificate',
  },
  {
    kinds: ['/ServiceAccount'],
    what: 'signs the tokens that it is asked for; here a token is an empty text',
  },
  {
    kinds: ['resource.k8s.io/DeviceClass', 'resource.k8s.io/ResourceClaim', 'resource.k8s.io/ResourceClaimTemplate'],
    what: 'compares the parameters of drivers as they were written; here in whatever order their keys stand',
  },
  {
    kinds: ['/Service'],
    what: 'may have IPv6 addresses, and other ranges than 10.96.0.0/16 and node ports of 30000 to 32767; here a cluster has IPv4 addresses of that range, only the ports of the same Service are taken, and no address of another one',
  },
  {
    kinds: ['apps/ControllerRevision'],
    what: 'shows data that may not change as they were sent, with keys that stand there twice; here each key once',
  },
  {
    kinds: ['admissionregistration.k8s.io/ValidatingAdmissionPolicy'],
    what: 'reads the fields that warnings in its status name as JSONPath; here any text passes',
  },
  {
    kinds: ['batch/CronJob'],
    what: 'knows the time zones of its own system; here those of the browser count',
  },
  {
    what: 'asks the webhooks that its configurations name; here these do nothing but what an annotation says',
  },
  {
    what: 'tells in complaints of v1.33 where something lies in its memory, whether `1.5` or `1500m` was sent, and whether an empty map or none; here the place is made up, and what was sent is guessed from how it is written afterwards',
  },
  {
    what: 'leaves the order of some complaints to chance, those about several keys of one map, amounts of one list of resources, certificates that a bundle has more than once, fields of a custom resource, or atomic fields that a policy may not change, and tells of a map that is applied only what it meets before a field that is not declared; here all are told, as sent or as the schema has them',
  },
  {
    what: 'shows a strategic merge patch that it cannot read as merging left it, where an item stands twice in a list; here as it was sent',
  },
  {
    what: 'names, where owned fields cannot be converted to another version, the kind that it reads them as; here only what is wrong in them',
  },
];
