// Command internal-types prints the Go types whose values the server's complaints show, with all that they hold, field
// by field in order: what no server tells, since they are the types that the server works on and not those it serves.
//
// A type is a map of its fields, or the text of the type that it is another name for. A field is `TYPE` with what holds
// beside: `as NAME` where JSON calls it otherwise than Go, `from NAME` where the served type calls it otherwise than
// the rule for names says, `above` where the served type has it in the struct around, `omitempty` or `omitzero`, and
// `inline` where its own fields stand in its place.
// Upstream: k8s.io/kubernetes pkg/apis.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"strings"

	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	appsv1 "k8s.io/api/apps/v1"
	authorizationv1 "k8s.io/api/authorization/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	flowcontrolv1 "k8s.io/api/flowcontrol/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	resourcev1beta2 "k8s.io/api/resource/v1beta2"
	storagev1 "k8s.io/api/storage/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/kubernetes/pkg/apis/admissionregistration"
	"k8s.io/kubernetes/pkg/apis/apps"
	"k8s.io/kubernetes/pkg/apis/authorization"
	"k8s.io/kubernetes/pkg/apis/batch"
	"k8s.io/kubernetes/pkg/apis/core"
	"k8s.io/kubernetes/pkg/apis/flowcontrol"
	"k8s.io/kubernetes/pkg/apis/networking"
	"k8s.io/kubernetes/pkg/apis/policy"
	"k8s.io/kubernetes/pkg/apis/rbac"
	"k8s.io/kubernetes/pkg/apis/resource"
	"k8s.io/kubernetes/pkg/apis/storage"
)

// shown are the types of values that complaints show, each with the served type that it is read from.
var shown = [][2]any{
	{admissionregistration.AuditAnnotation{}, admissionregistrationv1.AuditAnnotation{}},
	{core.PodTemplateSpec{}, corev1.PodTemplateSpec{}},
	{core.Taint{}, corev1.Taint{}},
	{core.NodeAddress{}, corev1.NodeAddress{}},
	{core.PersistentVolumeClaim{}, corev1.PersistentVolumeClaim{}},
	{core.PersistentVolumeSource{}, corev1.PersistentVolumeSource{}},
	{core.ServicePort{}, corev1.ServicePort{}},
	{core.VolumeNodeAffinity{}, corev1.VolumeNodeAffinity{}},
	{core.ScopeSelector{}, corev1.ScopeSelector{}},
	{core.ObjectReference{}, corev1.ObjectReference{}},
	{core.EventSource{}, corev1.EventSource{}},
	{apps.DeploymentStrategy{}, appsv1.DeploymentStrategy{}},
	{apps.DaemonSetUpdateStrategy{}, appsv1.DaemonSetUpdateStrategy{}},
	{apps.StatefulSetUpdateStrategy{}, appsv1.StatefulSetUpdateStrategy{}},
	{authorization.NonResourceAttributes{}, authorizationv1.NonResourceAttributes{}},
	{batch.PodFailurePolicy{}, batchv1.PodFailurePolicy{}},
	{batch.SuccessPolicy{}, batchv1.SuccessPolicy{}},
	{batch.UncountedTerminatedPods{}, batchv1.UncountedTerminatedPods{}},
	{flowcontrol.FlowSchemaSpec{}, flowcontrolv1.FlowSchemaSpec{}},
	{flowcontrol.PriorityLevelConfigurationSpec{}, flowcontrolv1.PriorityLevelConfigurationSpec{}},
	{metav1.ObjectMeta{}, metav1.ObjectMeta{}},
	{networking.IngressRule{}, networkingv1.IngressRule{}},
	{networking.ParentReference{}, networkingv1.ParentReference{}},
	{networking.ServiceCIDRSpec{}, networkingv1.ServiceCIDRSpec{}},
	{policy.PodDisruptionBudgetSpec{}, policyv1.PodDisruptionBudgetSpec{}},
	{rbac.RoleRef{}, rbacv1.RoleRef{}},
	{resource.AllocationResult{}, resourcev1beta2.AllocationResult{}},
	{resource.DeviceAttribute{}, resourcev1beta2.DeviceAttribute{}},
	{resource.ResourceClaimTemplateSpec{}, resourcev1beta2.ResourceClaimTemplateSpec{}},
	{storage.CSINodeDriver{}, storagev1.CSINodeDriver{}},
	{storage.VolumeAttachmentSpec{}, storagev1.VolumeAttachmentSpec{}},
	{field.Path{}, field.Path{}},
}

// above are the fields that the served type has in the struct around. Upstream: pkg/apis/core/v1/conversion.go
// Convert_v1_PodSpec_To_core_PodSpec.
var above = map[string]bool{
	"core.PodSecurityContext.HostNetwork":           true,
	"core.PodSecurityContext.HostPID":               true,
	"core.PodSecurityContext.HostIPC":               true,
	"core.PodSecurityContext.ShareProcessNamespace": true,
	"core.PodSecurityContext.HostUsers":             true,
}

// entry is a field, or any part of an object whose keys stand in order.
type entry struct {
	name string
	text string
}

// table is a struct: its fields in order.
type table []entry

func (t table) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	for i, each := range t {
		if i > 0 {
			out.WriteByte(',')
		}
		fmt.Fprintf(&out, "%q:%q", each.name, each.text)
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

var (
	marshaler = reflect.TypeFor[json.Marshaler]()
	types     = map[string]any{}
)

var start = regexp.MustCompile(`^(?:([A-Z]+)([A-Z][a-z])|([A-Z]+)$|([A-Z]))`)

// served is what the served type calls a field by rule: `apiGroup` for `APIGroup`.
func served(name string) string {
	return start.ReplaceAllStringFunc(name, func(found string) string {
		parts := start.FindStringSubmatch(found)
		return strings.ToLower(parts[1]+parts[3]+parts[4]) + parts[2]
	})
}

// visit notes a type and all within it; of is the served type that its values are read from.
func visit(t, of reflect.Type) {
	switch t.Kind() {
	case reflect.Map:
		visit(t.Key(), of.Key())
		fallthrough
	case reflect.Pointer, reflect.Slice:
		visit(t.Elem(), of.Elem())
	}
	name := t.String()
	if _, seen := types[name]; seen || t.PkgPath() == "" {
		return
	}
	switch {
	case t.Implements(marshaler) || reflect.PointerTo(t).Implements(marshaler):
		types[name] = "custom"
	case t.Kind() == reflect.Struct:
		types[name] = nil
		types[name] = fields(t, of)
	default:
		types[name] = underlying(t)
	}
}

// underlying is what a type with a name is another name for.
func underlying(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Slice:
		return "[]" + t.Elem().String()
	case reflect.Map:
		return "map[" + t.Key().String() + "]" + t.Elem().String()
	}
	return t.Kind().String()
}

func fields(t, of reflect.Type) table {
	var out table
	for i := range t.NumField() {
		field := t.Field(i)
		tag := field.Tag.Get("json")
		if !field.IsExported() || tag == "-" {
			continue
		}
		options := strings.Split(tag, ",")
		parts := []string{field.Type.String()}
		if options[0] != "" && options[0] != field.Name {
			parts = append(parts, "as "+options[0])
		}
		from, ok := of.FieldByName(field.Name)
		if !ok && !above[t.String()+"."+field.Name] {
			fmt.Fprintf(os.Stderr, "%s has no field %s\n", of, field.Name)
			os.Exit(1)
		}
		if !ok {
			parts = append(parts, "above")
		}
		name := strings.Split(from.Tag.Get("json"), ",")[0]
		if ok && name != options[0] && (name != served(field.Name) || field.Anonymous) && name != "" {
			parts = append(parts, "from "+name)
		}
		for _, option := range options[1:] {
			if option == "omitempty" && field.Type.Kind() != reflect.Struct || option == "omitzero" {
				parts = append(parts, option)
			}
		}
		if field.Anonymous && options[0] == "" {
			parts = append(parts, "inline")
		}
		out = append(out, entry{field.Name, strings.Join(parts, " ")})
		if ok {
			visit(field.Type, from.Type)
		} else {
			visit(field.Type, field.Type)
		}
	}
	return out
}

func main() {
	for _, pair := range shown {
		visit(reflect.TypeOf(pair[0]), reflect.TypeOf(pair[1]))
	}
	text, err := json.Marshal(types)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Stdout.Write(text)
}
