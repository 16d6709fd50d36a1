package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"runtime"
	"sort"
	"strings"

	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"
	sdk "github.com/hashicorp/terraform-plugin-sdk/v2/terraform"
	typed "github.com/hashicorp/terraform-provider-kubernetes/kubernetes"
	apps "k8s.io/api/apps/v1"
	autoscaling "k8s.io/api/autoscaling/v2"
	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	rbac "k8s.io/api/rbac/v1"
	"k8s.io/client-go/kubernetes/scheme"
)

var apiTypes = map[string]reflect.Type{
	"kubernetes_config_map_v1":                reflect.TypeOf(core.ConfigMap{}),
	"kubernetes_secret_v1":                    reflect.TypeOf(core.Secret{}),
	"kubernetes_service_v1":                   reflect.TypeOf(core.Service{}),
	"kubernetes_service_account_v1":           reflect.TypeOf(core.ServiceAccount{}),
	"kubernetes_namespace_v1":                 reflect.TypeOf(core.Namespace{}),
	"kubernetes_persistent_volume_claim_v1":   reflect.TypeOf(core.PersistentVolumeClaim{}),
	"kubernetes_job_v1":                       reflect.TypeOf(batch.Job{}),
	"kubernetes_cron_job_v1":                  reflect.TypeOf(batch.CronJob{}),
	"kubernetes_deployment_v1":                reflect.TypeOf(apps.Deployment{}),
	"kubernetes_stateful_set_v1":              reflect.TypeOf(apps.StatefulSet{}),
	"kubernetes_daemon_set_v1":                reflect.TypeOf(apps.DaemonSet{}),
	"kubernetes_horizontal_pod_autoscaler_v2": reflect.TypeOf(autoscaling.HorizontalPodAutoscaler{}),
	"kubernetes_ingress_v1":                   reflect.TypeOf(networking.Ingress{}),
	"kubernetes_role_v1":                      reflect.TypeOf(rbac.Role{}),
	"kubernetes_role_binding_v1":              reflect.TypeOf(rbac.RoleBinding{}),
	"kubernetes_cluster_role_v1":              reflect.TypeOf(rbac.ClusterRole{}),
	"kubernetes_cluster_role_binding_v1":      reflect.TypeOf(rbac.ClusterRoleBinding{}),
}

// A field of a schema, as packages/tools reads it.
type field struct {
	Type    string  `json:"t"`
	API     string  `json:"a,omitempty"`
	Form    string  `json:"k,omitempty"`
	Flags   string  `json:"f,omitempty"`
	Default *string `json:"d,omitempty"`
	Empty   *string `json:"e,omitempty"`
	Block   *int    `json:"b,omitempty"`
	Min     int     `json:"m,omitempty"`
}

// Where a block stands: in the configuration and in the object.
type place struct {
	flat   string
	object []string
}

type probe struct {
	resource *schema.Resource
	meta     any
	sent     *[]byte
	answer   *[]byte
	root     reflect.Type
}

var blocks []map[string]*field
var known = map[string]int{}

// Prints the schemas of the typed resources: what each argument is in the API, and, by trying the provider's own code on a
// server that only listens, what is sent of an argument that is zero and what is read of a field that is not there.
func printSchemas() {
	var sent, answer []byte
	server := httptest.NewServer(http.HandlerFunc(func(writer http.ResponseWriter, request *http.Request) {
		writer.Header().Set("Content-Type", "application/json")
		if request.Method == "GET" {
			if strings.HasPrefix(request.URL.Path, "/version") {
				fmt.Fprint(writer, `{"major":"1","minor":"36","gitVersion":"v1.36.3"}`)
				return
			}
			writer.Write(answer)
			return
		}
		sent, _ = io.ReadAll(request.Body)
		writer.WriteHeader(500)
		fmt.Fprint(writer, `{"kind":"Status","apiVersion":"v1","status":"Failure","message":"heard","code":500}`)
	}))
	defer server.Close()
	provider := typed.Provider()
	provider.Configure(context.Background(), sdk.NewResourceConfigRaw(map[string]any{"host": server.URL}))
	kinds := make([]string, 0, len(apiTypes))
	for kind := range apiTypes {
		kinds = append(kinds, kind)
	}
	sort.Strings(kinds)
	found := map[string]int{}
	for _, kind := range kinds {
		of := probe{provider.ResourcesMap[kind], provider.Meta(), &sent, &answer, apiTypes[kind]}
		found[kind] = of.block(of.resource.Schema, of.root, []place{{"", nil}}, of.ask(map[string]string{}))
	}
	written, _ := json.Marshal(map[string]any{"blocks": blocks, "resources": found})
	os.Stdout.Write(written)
}

// What the resource sends to create an object of some flat arguments; nil where it fails before.
func (p probe) ask(flat map[string]string) map[string]any {
	*p.sent = nil
	func() {
		defer func() { _ = recover() }()
		p.resource.CreateContext(context.Background(), p.resource.Data(&sdk.InstanceState{Attributes: flat}), p.meta)
	}()
	decoded, _, err := scheme.Codecs.UniversalDeserializer().Decode(*p.sent, nil, nil)
	if err != nil {
		return nil
	}
	var object map[string]any
	written, _ := json.Marshal(decoded)
	_ = json.Unmarshal(written, &object)
	return object
}

// What the resource reads of an object.
func (p probe) read(object map[string]any) *schema.ResourceData {
	if p.root == reflect.TypeOf(batch.Job{}) {
		// A server never shows a Job without a selector, and the provider breaks down over it.
		spec, _ := object["spec"].(map[string]any)
		if spec == nil {
			spec = map[string]any{}
			object["spec"] = spec
		}
		if spec["selector"] == nil {
			spec["selector"] = map[string]any{}
		}
	}
	id := "b/a"
	object["metadata"] = map[string]any{"name": "a", "namespace": "b"}
	if p.root == reflect.TypeOf(rbac.ClusterRole{}) || p.root == reflect.TypeOf(rbac.ClusterRoleBinding{}) {
		id = "a"
		object["metadata"] = map[string]any{"name": "a"}
	}
	*p.answer, _ = json.Marshal(object)
	data := p.resource.Data(&sdk.InstanceState{ID: id})
	func() {
		defer func() {
			if problem := recover(); problem != nil {
				data = nil
			}
		}()
		p.resource.ReadContext(context.Background(), data, p.meta)
	}()
	return data
}

func (p probe) block(fields map[string]*schema.Schema, kind reflect.Type, path []place, _ map[string]any) int {
	made := map[string]*field{}
	matched := map[string]reflect.StructField{}
	names := make([]string, 0, len(fields))
	for name := range fields {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		each := fields[name]
		of := &field{Type: letter(each.Type), Flags: flagsOf(each), Min: each.MinItems}
		if elem, ok := each.Elem.(*schema.Schema); ok && (each.Type == schema.TypeList || each.Type == schema.TypeSet) {
			of.Type += letter(elem.Type)
			if each.Type == schema.TypeSet && each.Set != nil && reflect.ValueOf(each.Set).Pointer() == reflect.ValueOf(schema.HashString).Pointer() {
				of.Flags += "h"
			}
		}
		if each.Default != nil {
			text := fmt.Sprint(each.Default)
			of.Default = &text
		}
		if api, ok := fieldOf(kind, name); ok {
			matched[name] = api
			of.API = strings.Split(api.Tag.Get("json"), ",")[0]
			of.Form = formOf(name, each, api.Type)
			if list := api.Type; list.Kind() == reflect.Slice && each.Elem != nil {
				of.Flags += "L"
			}
			if of.API == camel(name) {
				of.API = ""
			}
		} else {
			of.API = "-"
			if each.Required || each.Optional {
				fmt.Fprintf(os.Stderr, "%s%s has no field in %v\n", path[len(path)-1].flat, name, kind)
			}
		}
		made[name] = of
	}
	p.probeZeros(fields, matched, made, path)
	for _, name := range names {
		each := fields[name]
		elem, ok := each.Elem.(*schema.Resource)
		if !ok {
			continue
		}
		api, ok := matched[name]
		if !ok {
			continue
		}
		inner := api.Type
		for inner.Kind() == reflect.Pointer || inner.Kind() == reflect.Slice {
			inner = inner.Elem()
		}
		last := path[len(path)-1]
		object := append(append([]string{}, last.object...), strings.Split(api.Tag.Get("json"), ",")[0])
		if api.Type.Kind() == reflect.Slice {
			object = append(object, "0")
		}
		key := fmt.Sprintf("%s%s.0.", last.flat, name)
		index := p.block(elem.Schema, inner, append(append([]place{}, path...), place{key, object}), nil)
		made[name].Block = &index
	}
	text, _ := json.Marshal(made)
	if index, ok := known[string(text)]; ok {
		return index
	}
	known[string(text)] = len(blocks)
	blocks = append(blocks, made)
	return len(blocks) - 1
}

// Finds out of each argument whether it is sent though it is zero (z), whether it is never read (w), and what is read of it
// where the object does not have it.
func (p probe) probeZeros(fields map[string]*schema.Schema, matched map[string]reflect.StructField, made map[string]*field, path []place) {
	flat := map[string]string{}
	for _, each := range path[1:] {
		flat[strings.TrimSuffix(each.flat, "0.")+"#"] = "1"
	}
	last := path[len(path)-1]
	for name, each := range fields {
		switch each.Type {
		case schema.TypeString, schema.TypeInt, schema.TypeBool, schema.TypeFloat:
			flat[last.flat+name] = map[schema.ValueType]string{schema.TypeString: "", schema.TypeInt: "0", schema.TypeBool: "false", schema.TypeFloat: "0"}[each.Type]
			if made[name].Form == "quantity" {
				flat[last.flat+name] = "0"
			}
		}
	}
	var there any = p.ask(flat)
	for _, key := range last.object {
		if list, ok := there.([]any); ok {
			there = nil
			if len(list) > 0 {
				there = list[0]
			}
			continue
		}
		inner, _ := there.(map[string]any)
		there = inner[key]
	}
	sent, isThere := there.(map[string]any)
	if !isThere {
		fmt.Fprintf(os.Stderr, "%s is not sent\n", last.flat)
	}
	for name, api := range matched {
		if made[name].Form == "int-or-string" {
			if sent[strings.Split(api.Tag.Get("json"), ",")[0]] == "" {
				made[name].Flags += "z"
			}
			continue
		}
		if _, ok := sent[strings.Split(api.Tag.Get("json"), ",")[0]]; ok && (api.Type.Kind() == reflect.Pointer || !strings.Contains(api.Tag.Get("json"), "omitempty")) &&
			fields[name].Type != schema.TypeList && fields[name].Type != schema.TypeMap {
			made[name].Flags += "z"
		}
	}
	if strings.HasPrefix(last.flat, "metadata.0.") || len(path) == 1 && p.root == reflect.TypeOf(core.Secret{}) {
		return
	}
	empty := p.read(within(p.root, last.object, "", nil))
	for name, api := range matched {
		each := fields[name]
		value, isSample := sample(api.Type)
		if !isSample {
			continue
		}
		filled := p.read(within(p.root, last.object, strings.Split(api.Tag.Get("json"), ",")[0], value))
		if filled == nil || empty == nil {
			fmt.Fprintf(os.Stderr, "%s%s cannot be read\n", last.flat, name)
			continue
		}
		none, some := empty.Get(last.flat+name), filled.Get(last.flat+name)
		if reflect.DeepEqual(none, some) && !conditional(last.flat+name) {
			made[name].Flags += "w"
		}
		if text := fmt.Sprint(none); !reflect.ValueOf(none).IsZero() && text != "" && each.Type != schema.TypeMap && each.Type != schema.TypeList && each.Type != schema.TypeSet {
			made[name].Empty = &text
		}
	}
}

// Whether an argument is read on a condition, which packages/tools knows, or in a set, whose keys are not tried.
func conditional(flat string) bool {
	for _, each := range []string{
		"update_strategy.0.type", "rolling_update.0.partition", "target.0.average_utilization", "target.0.average_value",
		"target.0.value", "localhost_profile", "secret.0.name", "load_balancer_class", "sources.0.config_map.0.optional",
	} {
		if strings.HasSuffix(flat, each) {
			return true
		}
	}
	return false
}

// A value that no argument has by default, as the API has it.
func sample(kind reflect.Type) (any, bool) {
	if kind.Kind() == reflect.Pointer {
		kind = kind.Elem()
	}
	switch kind.String() {
	case "intstr.IntOrString":
		return 77, true
	case "resource.Quantity":
		return "77", true
	}
	switch kind.Kind() {
	case reflect.String:
		return "77", true
	case reflect.Bool:
		return true, true
	case reflect.Int32, reflect.Int64, reflect.Int:
		return 77, true
	case reflect.Map:
		if kind.Elem().Kind() != reflect.String {
			return nil, false
		}
		return map[string]string{"a": "77"}, true
	case reflect.Slice:
		if kind.Elem().Kind() == reflect.String && kind.String() != "[]uint8" {
			return []string{"77"}, true
		}
	}
	return nil, false
}

// An object with a place that has one field.
func within(root reflect.Type, path []string, name string, value any) map[string]any {
	if len(path) == 0 {
		object := map[string]any{}
		if name != "" {
			object[name] = value
		}
		return object
	}
	var inner any = within(nil, path[1:], name, value)
	if len(path) > 1 && path[1] == "0" {
		inner = []any{within(nil, path[2:], name, value)}
	}
	return map[string]any{path[0]: inner}
}

func letter(kind schema.ValueType) string {
	return map[schema.ValueType]string{
		schema.TypeString: "s", schema.TypeInt: "i", schema.TypeBool: "b", schema.TypeFloat: "f",
		schema.TypeMap: "m", schema.TypeList: "l", schema.TypeSet: "S",
	}[kind]
}

// r: required, c: computed, o: optional, n: another value makes a new object, x: one block at most, q: compared as quantities.
func flagsOf(each *schema.Schema) string {
	var flags strings.Builder
	for _, one := range []struct {
		is   bool
		flag string
	}{
		{each.Required, "r"}, {each.Computed, "c"}, {each.Optional, "o"}, {each.ForceNew, "n"},
		{each.MaxItems == 1, "x"}, {isQuantity(each), "q"},
	} {
		if one.is {
			flags.WriteString(one.flag)
		}
	}
	return flags.String()
}

// Whether texts that are the same quantity are no difference.
func isQuantity(each *schema.Schema) bool {
	return each.DiffSuppressFunc != nil &&
		strings.Contains(runtime.FuncForPC(reflect.ValueOf(each.DiffSuppressFunc).Pointer()).Name(), "EquivalentResourceQuantity")
}

// The field of a struct that an argument sets.
func fieldOf(kind reflect.Type, name string) (reflect.StructField, bool) {
	for _, each := range reflect.VisibleFields(kind) {
		json := strings.Split(each.Tag.Get("json"), ",")[0]
		if json != "" && isNameOf(name, json) {
			return each, true
		}
	}
	return reflect.StructField{}, false
}

// How a text or a number of the configuration is written in the API.
func formOf(name string, each *schema.Schema, kind reflect.Type) string {
	if kind.Kind() == reflect.Pointer {
		kind = kind.Elem()
	}
	switch {
	case kind.String() == "intstr.IntOrString":
		return "int-or-string"
	case kind.String() == "resource.Quantity", kind.String() == "v1.ResourceList":
		return "quantity"
	case each.Type == schema.TypeString && kind.Kind() != reflect.String && strings.HasSuffix(name, "mode"):
		return "octal"
	case each.Type == schema.TypeString && (kind.Kind() == reflect.Int32 || kind.Kind() == reflect.Int64):
		return "number"
	}
	return ""
}

func camel(name string) string {
	words := strings.Split(name, "_")
	for index, word := range words[1:] {
		if word != "" {
			words[index+1] = strings.ToUpper(word[:1]) + word[1:]
		}
	}
	return strings.Join(words, "")
}
