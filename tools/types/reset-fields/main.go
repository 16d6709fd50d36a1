// Command reset-fields prints which fields each built-in strategy resets, by group, resource and API version: what no
// server tells. Upstream: GetResetFields of the strategies under k8s.io/kubernetes pkg/registry, of kube-aggregator's
// APIService and of apiextensions-apiserver's CustomResourceDefinition.
package main

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"

	"k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition"
	"k8s.io/kube-aggregator/pkg/registry/apiservice"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/registry/admissionregistration/validatingadmissionpolicy"
	"k8s.io/kubernetes/pkg/registry/apps/daemonset"
	"k8s.io/kubernetes/pkg/registry/apps/deployment"
	"k8s.io/kubernetes/pkg/registry/apps/replicaset"
	"k8s.io/kubernetes/pkg/registry/apps/statefulset"
	"k8s.io/kubernetes/pkg/registry/autoscaling/horizontalpodautoscaler"
	"k8s.io/kubernetes/pkg/registry/batch/cronjob"
	"k8s.io/kubernetes/pkg/registry/batch/job"
	"k8s.io/kubernetes/pkg/registry/certificates/certificates"
	"k8s.io/kubernetes/pkg/registry/core/namespace"
	"k8s.io/kubernetes/pkg/registry/core/node"
	"k8s.io/kubernetes/pkg/registry/core/persistentvolume"
	"k8s.io/kubernetes/pkg/registry/core/persistentvolumeclaim"
	"k8s.io/kubernetes/pkg/registry/core/pod"
	"k8s.io/kubernetes/pkg/registry/core/replicationcontroller"
	"k8s.io/kubernetes/pkg/registry/core/resourcequota"
	"k8s.io/kubernetes/pkg/registry/core/service"
	"k8s.io/kubernetes/pkg/registry/flowcontrol/flowschema"
	"k8s.io/kubernetes/pkg/registry/flowcontrol/prioritylevelconfiguration"
	"k8s.io/kubernetes/pkg/registry/networking/ingress"
	"k8s.io/kubernetes/pkg/registry/networking/servicecidr"
	"k8s.io/kubernetes/pkg/registry/policy/poddisruptionbudget"
	"k8s.io/kubernetes/pkg/registry/resource/resourceclaim"
	"k8s.io/kubernetes/pkg/registry/storage/volumeattachment"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
)

type resetter interface {
	GetResetFields() map[fieldpath.APIVersion]*fieldpath.Set
}

// made calls a constructor with what is given and zero values for the rest: releases differ in how many it takes, and
// none of those counts here.
func made(constructor any, given ...any) any {
	call := reflect.ValueOf(constructor)
	arguments := make([]reflect.Value, call.Type().NumIn())
	for i := range arguments {
		if i < len(given) {
			arguments[i] = reflect.ValueOf(given[i])
		} else {
			arguments[i] = reflect.Zero(call.Type().In(i))
		}
	}
	return call.Call(arguments)[0].Interface()
}

type strategy struct {
	group, resource string
	resets          any
}

var (
	policies    = made(validatingadmissionpolicy.NewStrategy)
	claims      = made(resourceclaim.NewStrategy)
	definitions = customresourcedefinition.NewStrategy(legacyscheme.Scheme)
)

var strategies = []strategy{
	{"certificates.k8s.io", "certificatesigningrequests", certificates.Strategy},
	{"certificates.k8s.io", "certificatesigningrequests/status", certificates.StatusStrategy},
	{"certificates.k8s.io", "certificatesigningrequests/approval", certificates.ApprovalStrategy},
	{"networking.k8s.io", "servicecidrs", servicecidr.Strategy},
	{"networking.k8s.io", "servicecidrs/status", servicecidr.StatusStrategy},
	{"networking.k8s.io", "ingresses", ingress.Strategy},
	{"networking.k8s.io", "ingresses/status", ingress.StatusStrategy},
	{"policy", "poddisruptionbudgets", poddisruptionbudget.Strategy},
	{"policy", "poddisruptionbudgets/status", poddisruptionbudget.StatusStrategy},
	{"storage.k8s.io", "volumeattachments", volumeattachment.Strategy},
	{"storage.k8s.io", "volumeattachments/status", volumeattachment.StatusStrategy},
	{"autoscaling", "horizontalpodautoscalers", horizontalpodautoscaler.Strategy},
	{"autoscaling", "horizontalpodautoscalers/status", horizontalpodautoscaler.StatusStrategy},
	{"flowcontrol.apiserver.k8s.io", "flowschemas", flowschema.Strategy},
	{"flowcontrol.apiserver.k8s.io", "flowschemas/status", flowschema.StatusStrategy},
	{"flowcontrol.apiserver.k8s.io", "prioritylevelconfigurations", prioritylevelconfiguration.Strategy},
	{"flowcontrol.apiserver.k8s.io", "prioritylevelconfigurations/status", prioritylevelconfiguration.StatusStrategy},
	{"apps", "daemonsets", daemonset.Strategy},
	{"apps", "daemonsets/status", daemonset.StatusStrategy},
	{"apps", "statefulsets", statefulset.Strategy},
	{"apps", "statefulsets/status", statefulset.StatusStrategy},
	{"apps", "deployments", deployment.Strategy},
	{"apps", "deployments/status", deployment.StatusStrategy},
	{"apps", "replicasets", replicaset.Strategy},
	{"apps", "replicasets/status", replicaset.StatusStrategy},
	{"batch", "jobs", job.Strategy},
	{"batch", "jobs/status", job.StatusStrategy},
	{"batch", "cronjobs", cronjob.Strategy},
	{"batch", "cronjobs/status", cronjob.StatusStrategy},
	{"", "nodes", node.Strategy},
	{"", "nodes/status", node.StatusStrategy},
	{"", "resourcequotas", resourcequota.Strategy},
	{"", "resourcequotas/status", resourcequota.StatusStrategy},
	{"", "persistentvolumes", persistentvolume.Strategy},
	{"", "persistentvolumes/status", persistentvolume.StatusStrategy},
	{"", "persistentvolumeclaims", persistentvolumeclaim.Strategy},
	{"", "persistentvolumeclaims/status", persistentvolumeclaim.StatusStrategy},
	{"", "namespaces", namespace.Strategy},
	{"", "namespaces/status", namespace.StatusStrategy},
	{"", "namespaces/finalize", namespace.FinalizeStrategy},
	{"", "pods", pod.Strategy},
	{"", "pods/status", pod.StatusStrategy},
	{"", "services", service.Strategy},
	{"", "services/status", service.StatusStrategy},
	{"", "replicationcontrollers", replicationcontroller.Strategy},
	{"", "replicationcontrollers/status", replicationcontroller.StatusStrategy},
	{"admissionregistration.k8s.io", "validatingadmissionpolicies", policies},
	{"admissionregistration.k8s.io", "validatingadmissionpolicies/status", made(validatingadmissionpolicy.NewStatusStrategy, policies)},
	{"resource.k8s.io", "resourceclaims", claims},
	{"resource.k8s.io", "resourceclaims/status", made(resourceclaim.NewStatusStrategy, claims)},
	{"apiextensions.k8s.io", "customresourcedefinitions", definitions},
	{"apiextensions.k8s.io", "customresourcedefinitions/status", customresourcedefinition.NewStatusStrategy(legacyscheme.Scheme)},
	{"apiregistration.k8s.io", "apiservices", apiservice.NewStrategy(legacyscheme.Scheme)},
	{"apiregistration.k8s.io", "apiservices/status", apiservice.NewStatusStrategy(legacyscheme.Scheme)},
}

// line is one resource at one version: the paths of field names that writes through it reset.
type line struct {
	Group    string     `json:"group"`
	Version  string     `json:"version"`
	Resource string     `json:"resource"`
	Fields   [][]string `json:"resetFields"`
}

func main() {
	lines := []line{}
	for _, s := range strategies {
		for apiVersion, set := range s.resets.(resetter).GetResetFields() {
			version := string(apiVersion)
			version = version[strings.LastIndex(version, "/")+1:]
			lines = append(lines, line{s.group, version, s.resource, pathsOf(set)})
		}
	}
	json.NewEncoder(os.Stdout).Encode(lines)
}

func pathsOf(set *fieldpath.Set) [][]string {
	paths := [][]string{}
	set.Iterate(func(path fieldpath.Path) {
		names := []string{}
		for _, element := range path {
			names = append(names, *element.FieldName)
		}
		paths = append(paths, names)
	})
	return paths
}
