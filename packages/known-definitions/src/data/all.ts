// Made by `pnpm known`.
import type { CompactFile } from '../compact-file.ts';
import file0 from './acme.cert-manager.io_v1.json' with { type: 'json' };
import file1 from './argoproj.io_v1alpha1.json' with { type: 'json' };
import file2 from './autoscaling.internal.knative.dev_v1alpha1.json' with { type: 'json' };
import file3 from './autoscaling.k8s.io_v1.json' with { type: 'json' };
import file4 from './bitnami.com_v1alpha1.json' with { type: 'json' };
import file5 from './bootstrap.cluster.x-k8s.io_v1beta2.json' with { type: 'json' };
import file6 from './cert-manager.io_v1.json' with { type: 'json' };
import file7 from './cilium.io_v2.json' with { type: 'json' };
import file8 from './cilium.io_v2alpha1.json' with { type: 'json' };
import file9 from './cluster.x-k8s.io_v1beta2.json' with { type: 'json' };
import file10 from './controlplane.cluster.x-k8s.io_v1beta2.json' with { type: 'json' };
import file11 from './eventing.keda.sh_v1alpha1.json' with { type: 'json' };
import file12 from './extensions.istio.io_v1alpha1.json' with { type: 'json' };
import file13 from './external-secrets.io_v1.json' with { type: 'json' };
import file14 from './external-secrets.io_v1alpha1.json' with { type: 'json' };
import file15 from './gateway.networking.k8s.io_v1.json' with { type: 'json' };
import file16 from './gateway.networking.k8s.io_v1beta1.json' with { type: 'json' };
import file17 from './groupsnapshot.storage.k8s.io_v1beta2.json' with { type: 'json' };
import file18 from './karpenter.sh_v1.json' with { type: 'json' };
import file19 from './karpenter.sh_v1alpha1.json' with { type: 'json' };
import file20 from './keda.sh_v1alpha1.json' with { type: 'json' };
import file21 from './kustomize.toolkit.fluxcd.io_v1.json' with { type: 'json' };
import file22 from './kyverno.io_v1.json' with { type: 'json' };
import file23 from './kyverno.io_v2.json' with { type: 'json' };
import file24 from './kyverno.io_v2beta1.json' with { type: 'json' };
import file25 from './metallb.io_v1beta1.json' with { type: 'json' };
import file26 from './metallb.io_v1beta2.json' with { type: 'json' };
import file27 from './monitoring.coreos.com_v1.json' with { type: 'json' };
import file28 from './monitoring.coreos.com_v1alpha1.json' with { type: 'json' };
import file29 from './networking.istio.io_v1.json' with { type: 'json' };
import file30 from './networking.istio.io_v1alpha3.json' with { type: 'json' };
import file31 from './networking.istio.io_v1beta1.json' with { type: 'json' };
import file32 from './policies.kyverno.io_v1beta1.json' with { type: 'json' };
import file33 from './security.istio.io_v1.json' with { type: 'json' };
import file34 from './serving.knative.dev_v1.json' with { type: 'json' };
import file35 from './serving.knative.dev_v1beta1.json' with { type: 'json' };
import file36 from './snapshot.storage.k8s.io_v1.json' with { type: 'json' };
import file37 from './source.toolkit.fluxcd.io_v1.json' with { type: 'json' };
import file38 from './telemetry.istio.io_v1alpha1.json' with { type: 'json' };
import file39 from './velero.io_v1.json' with { type: 'json' };

/** The files of definitions, all of them. */
export const all: Readonly<Record<string, CompactFile>> = {
  'acme.cert-manager.io_v1': file0,
  'argoproj.io_v1alpha1': file1,
  'autoscaling.internal.knative.dev_v1alpha1': file2,
  'autoscaling.k8s.io_v1': file3,
  'bitnami.com_v1alpha1': file4,
  'bootstrap.cluster.x-k8s.io_v1beta2': file5,
  'cert-manager.io_v1': file6,
  'cilium.io_v2': file7,
  'cilium.io_v2alpha1': file8,
  'cluster.x-k8s.io_v1beta2': file9,
  'controlplane.cluster.x-k8s.io_v1beta2': file10,
  'eventing.keda.sh_v1alpha1': file11,
  'extensions.istio.io_v1alpha1': file12,
  'external-secrets.io_v1': file13,
  'external-secrets.io_v1alpha1': file14,
  'gateway.networking.k8s.io_v1': file15,
  'gateway.networking.k8s.io_v1beta1': file16,
  'groupsnapshot.storage.k8s.io_v1beta2': file17,
  'karpenter.sh_v1': file18,
  'karpenter.sh_v1alpha1': file19,
  'keda.sh_v1alpha1': file20,
  'kustomize.toolkit.fluxcd.io_v1': file21,
  'kyverno.io_v1': file22,
  'kyverno.io_v2': file23,
  'kyverno.io_v2beta1': file24,
  'metallb.io_v1beta1': file25,
  'metallb.io_v1beta2': file26,
  'monitoring.coreos.com_v1': file27,
  'monitoring.coreos.com_v1alpha1': file28,
  'networking.istio.io_v1': file29,
  'networking.istio.io_v1alpha3': file30,
  'networking.istio.io_v1beta1': file31,
  'policies.kyverno.io_v1beta1': file32,
  'security.istio.io_v1': file33,
  'serving.knative.dev_v1': file34,
  'serving.knative.dev_v1beta1': file35,
  'snapshot.storage.k8s.io_v1': file36,
  'source.toolkit.fluxcd.io_v1': file37,
  'telemetry.istio.io_v1alpha1': file38,
  'velero.io_v1': file39,
};
