// Prints what kustomize knows of built-in kinds: which lists a strategic merge patch merges, and by which keys, and which
// kinds belong to no namespace. It reads the OpenAPI document that sigs.k8s.io/kustomize/kyaml holds, which is that of one
// old release of Kubernetes whatever the cluster is.
//
// It is run in a module that requires sigs.k8s.io/kustomize/kyaml of the release that kubectl is built with: `go run .`. What it
// prints is held in packages/kubectl/src/kustomize/merged-lists.ts.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"strings"

	"k8s.io/kube-openapi/pkg/validation/spec"
	"sigs.k8s.io/kustomize/kyaml/openapi"
	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// field is one field of a type: the type of its value or of its items, and the keys by which items are told apart where
// its list is merged.
type field struct {
	Type string   `json:"type,omitempty"`
	Keys []string `json:"keys,omitempty"`
}

func refOf(s *spec.Schema) string {
	return strings.TrimPrefix(s.Ref.String(), "#/definitions/")
}

func main() {
	definitions := openapi.Schema().Definitions
	types := map[string]map[string]field{}
	names := []string{}
	for name, definition := range definitions {
		names = append(names, name)
		types[name] = map[string]field{}
		for property, schema := range definition.Properties {
			schema := schema
			item := refOf(&schema)
			isList := schema.Type.Contains("array")
			if schema.Items != nil && schema.Items.Schema != nil {
				item = refOf(schema.Items.Schema)
			}
			resource := &openapi.ResourceSchema{Schema: &schema}
			strategy, keys := resource.PatchStrategyAndKeyList()
			found := field{Type: item}
			for _, each := range strings.Split(strategy, ",") {
				if each == "merge" && isList {
					found.Keys = append([]string{}, keys...)
					if len(keys) == 0 {
						found.Keys = []string{""}
					}
				}
			}
			// The items of a list that is replaced are never looked into.
			if isList == (found.Keys != nil) {
				types[name][property] = found
			}
		}
	}
	// Types that lead to no merged list tell nothing.
	for changed := true; changed; {
		changed = false
		for name, fields := range types {
			for property, each := range fields {
				if _, known := types[each.Type]; each.Keys == nil && !known {
					delete(fields, property)
					changed = true
				} else if each.Type != "" && !known {
					each.Type = ""
					fields[property] = each
					changed = true
				}
			}
			if len(fields) == 0 {
				delete(types, name)
				changed = true
			}
		}
		// A circle that leads to no merged list goes too.
		useful := map[string]bool{}
		for again := true; again; {
			again = false
			for name, fields := range types {
				for _, each := range fields {
					if !useful[name] && (each.Keys != nil || useful[each.Type]) {
						useful[name] = true
						again = true
					}
				}
			}
		}
		for name := range types {
			if !useful[name] {
				delete(types, name)
				changed = true
			}
		}
	}
	kinds := map[string]string{}
	cluster := []string{}
	for name, definition := range definitions {
		gvks, _ := definition.Extensions["x-kubernetes-group-version-kind"].([]interface{})
		for _, gvk := range gvks {
			m := gvk.(map[string]interface{})
			group, version, kind := fmt.Sprint(m["group"]), fmt.Sprint(m["version"]), fmt.Sprint(m["kind"])
			api := version
			if group != "" {
				api = group + "/" + version
			}
			if _, ok := types[name]; ok && len(gvks) == 1 && !strings.HasSuffix(kind, "List") {
				kinds[api+" "+kind] = name
			}
			if openapi.IsCertainlyClusterScoped(yaml.TypeMeta{APIVersion: api, Kind: kind}) {
				cluster = append(cluster, api+" "+kind)
			}
		}
	}
	sort.Strings(cluster)
	reached := map[string]bool{}
	var reach func(name string)
	reach = func(name string) {
		if name == "" || reached[name] {
			return
		}
		reached[name] = true
		for _, each := range types[name] {
			reach(each.Type)
		}
	}
	for _, name := range kinds {
		reach(name)
	}
	for name := range types {
		if !reached[name] {
			delete(types, name)
		}
	}
	out := json.NewEncoder(os.Stdout)
	out.SetIndent("", " ")
	if err := out.Encode(map[string]interface{}{"kinds": kinds, "types": types, "cluster": cluster}); err != nil {
		panic(err)
	}
}
