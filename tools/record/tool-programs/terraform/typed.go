package main

import (
	"encoding/base64"
	"fmt"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"
	typed "github.com/hashicorp/terraform-provider-kubernetes/kubernetes"
)

// The resources that have an object of a kind, by its apiVersion and kind.
var typedResources = map[string]string{
	"v1/ConfigMap":                                    "kubernetes_config_map_v1",
	"v1/Secret":                                       "kubernetes_secret_v1",
	"v1/Service":                                      "kubernetes_service_v1",
	"v1/ServiceAccount":                               "kubernetes_service_account_v1",
	"v1/Namespace":                                    "kubernetes_namespace_v1",
	"v1/PersistentVolumeClaim":                        "kubernetes_persistent_volume_claim_v1",
	"apps/v1/Deployment":                              "kubernetes_deployment_v1",
	"apps/v1/StatefulSet":                             "kubernetes_stateful_set_v1",
	"apps/v1/DaemonSet":                               "kubernetes_daemon_set_v1",
	"batch/v1/Job":                                    "kubernetes_job_v1",
	"batch/v1/CronJob":                                "kubernetes_cron_job_v1",
	"autoscaling/v2/HorizontalPodAutoscaler":          "kubernetes_horizontal_pod_autoscaler_v2",
	"networking.k8s.io/v1/Ingress":                    "kubernetes_ingress_v1",
	"rbac.authorization.k8s.io/v1/Role":               "kubernetes_role_v1",
	"rbac.authorization.k8s.io/v1/RoleBinding":        "kubernetes_role_binding_v1",
	"rbac.authorization.k8s.io/v1/ClusterRole":        "kubernetes_cluster_role_v1",
	"rbac.authorization.k8s.io/v1/ClusterRoleBinding": "kubernetes_cluster_role_binding_v1",
}

// What a resource would wait for, and nothing comes here.
var waits = map[string][]string{
	"kubernetes_deployment_v1":              {"wait_for_rollout"},
	"kubernetes_stateful_set_v1":            {"wait_for_rollout"},
	"kubernetes_daemon_set_v1":              {"wait_for_rollout"},
	"kubernetes_job_v1":                     {"wait_for_completion"},
	"kubernetes_persistent_volume_claim_v1": {"wait_until_bound"},
}

// A resource as its configuration has it, and what an import block calls its object.
type resource struct{ kind, label, text, id string }

// The resources of a manifest by the option `resources`; none where it is to be a kubernetes_manifest.
func resourcesFor(object map[string]any, options map[string]string) []resource {
	metadata, _ := object["metadata"].(map[string]any)
	label := strings.ToLower(notOfNames.ReplaceAllString(fmt.Sprintf("%v_%v_%v", object["kind"], metadata["namespace"], metadata["name"]), "_"))
	id := fmt.Sprint(metadata["name"])
	if metadata["namespace"] != nil {
		id = fmt.Sprintf("%v/%v", metadata["namespace"], metadata["name"])
	}
	all := typed.Provider().ResourcesMap
	made := func(kind, label string, body map[string]any) resource {
		text := blockText(body, all[kind].Schema, "")
		if ignored := ignoredIn(all[kind].Schema, options["ignore_changes"]); len(ignored) > 0 {
			text = fmt.Sprintf("%s  lifecycle {\n    ignore_changes = [%s]\n  }\n}", strings.TrimSuffix(text, "}"), strings.Join(ignored, ", "))
		}
		return resource{kind, label, fmt.Sprintf("resource %q %q %s\n", kind, label, text), id}
	}
	kind := options["resources"]
	switch kind {
	case "", "kubernetes_manifest":
		return nil
	case "typed":
		kind := typedResources[fmt.Sprintf("%v/%v", object["apiVersion"], object["kind"])]
		if kind == "" {
			return nil
		}
		body := map[string]any{}
		for key, value := range object {
			if key != "apiVersion" && key != "kind" {
				body[key] = value
			}
		}
		if kind == "kubernetes_secret_v1" {
			plainSecret(body)
		}
		// An import says that a claim is waited for, which nobody does who has it already.
		if kind != "kubernetes_persistent_volume_claim_v1" || options["import"] != "true" {
			for _, each := range waits[kind] {
				body[each] = false
			}
		}
		if at(object, "spec", "type") == "LoadBalancer" {
			body["wait_for_load_balancer"] = false
		}
		return []resource{made(kind, label, body)}
	}
	named := map[string]any{"name": metadata["name"]}
	if metadata["namespace"] != nil {
		named["namespace"] = metadata["namespace"]
	}
	body := func(more map[string]any) map[string]any {
		more["metadata"] = named
		if kind != "kubernetes_config_map_v1_data" {
			more["api_version"], more["kind"] = object["apiVersion"], object["kind"]
		}
		if name, ok := options["field_manager.name"]; ok {
			more["field_manager"] = name
		}
		if force, ok := options["field_manager.force_conflicts"]; ok {
			more["force"] = force == "true"
		}
		return more
	}
	switch kind {
	case "kubernetes_labels":
		return []resource{made(kind, label, body(map[string]any{"labels": metadata["labels"]}))}
	case "kubernetes_annotations":
		template, _ := at(object, "spec", "template", "metadata", "annotations").(map[string]any)
		return []resource{made(kind, label, body(map[string]any{"annotations": metadata["annotations"], "template_annotations": template}))}
	case "kubernetes_config_map_v1_data":
		return []resource{made(kind, label, body(map[string]any{"data": object["data"]}))}
	}
	var found []resource
	for field, argument := range map[string]string{"containers": "container", "initContainers": "init_container"} {
		containers, _ := at(object, "spec", "template", "spec", field).([]any)
		for _, each := range containers {
			container, _ := each.(map[string]any)
			if env, ok := container["env"].([]any); ok {
				of := body(map[string]any{"env": env})
				of[argument] = container["name"]
				found = append(found, made(kind, fmt.Sprintf("%s_%v", label, container["name"]), of))
			}
		}
	}
	return found
}

// Those of some paths between commas that a schema has; the others are of other resources.
func ignoredIn(fields map[string]*schema.Schema, paths string) []string {
	var found []string
	for _, path := range strings.Split(paths, ",") {
		inner, isThere := fields, strings.TrimSpace(path) != ""
		for _, step := range strings.Split(strings.Split(path, `["`)[0], ".") {
			each := inner[strings.TrimSpace(strings.Split(step, "[")[0])]
			if each == nil {
				isThere = false
				break
			}
			inner = nil
			if elem, ok := each.Elem.(*schema.Resource); ok {
				inner = elem.Schema
			}
		}
		if isThere {
			found = append(found, strings.TrimSpace(path))
		}
	}
	return found
}

func at(value any, path ...string) any {
	for _, key := range path {
		fields, _ := value.(map[string]any)
		value = fields[key]
	}
	return value
}

// The data of a Secret as its resource takes it: as plain text, or what is none in base64.
func plainSecret(body map[string]any) {
	plain, binary := map[string]any{}, map[string]any{}
	data, hasData := body["data"].(map[string]any)
	for key, value := range data {
		decoded, err := base64.StdEncoding.DecodeString(fmt.Sprint(value))
		if err == nil && utf8.Valid(decoded) {
			plain[key] = string(decoded)
		} else {
			binary[key] = value
		}
	}
	given, hasGiven := body["stringData"].(map[string]any)
	for key, value := range given {
		plain[key] = value
		delete(binary, key)
	}
	delete(body, "stringData")
	delete(body, "data")
	if hasData || hasGiven {
		body["data"] = plain
	}
	if len(binary) > 0 {
		body["binary_data"] = binary
	}
}

// Arguments whose names are not made of those of the API.
var renamed = map[string]string{
	"rbd_pool": "pool", "rbd_image": "image", "rados_user": "user", "ceph_monitors": "monitors", "endpoints_name": "endpoints", "policy": "policies",
	"strategy": "updateStrategy", "data_disk_uri": "diskURI",
}

// Whether an argument sets a field of the API.
func isNameOf(argument, key string) bool {
	bare, lower := strings.ReplaceAll(argument, "_", ""), strings.ToLower(strings.ReplaceAll(key, "_", ""))
	return lower == bare || lower == bare+"s" || lower == bare+"es" || renamed[argument] == key
}

// The name of an API's field in a schema: in words with underscores, and in the singular where it is a block.
func nameIn(fields map[string]*schema.Schema, key string) (string, bool) {
	for name := range fields {
		if isNameOf(name, key) {
			return name, true
		}
	}
	var snake strings.Builder
	runes := []rune(key)
	for index, each := range runes {
		isUpper := unicode.IsUpper(each)
		if isUpper && index > 0 && (unicode.IsLower(runes[index-1]) || index+1 < len(runes) && unicode.IsLower(runes[index+1])) {
			snake.WriteByte('_')
		}
		snake.WriteRune(unicode.ToLower(each))
	}
	return snake.String(), false
}

// A block in Terraform's language, of an object of the API or of one whose keys are the schema's already.
func blockText(object map[string]any, fields map[string]*schema.Schema, indent string) string {
	inner := indent + "  "
	keys := make([]string, 0, len(object))
	for key := range object {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	var lines strings.Builder
	lines.WriteString("{\n")
	for _, key := range keys {
		value := object[key]
		if value == nil {
			continue
		}
		name, known := nameIn(fields, key)
		if !known {
			if isBlock(value) {
				fmt.Fprintf(&lines, "%s%s {}\n", inner, name)
			} else {
				fmt.Fprintf(&lines, "%s%s = %s\n", inner, name, valueText(value))
			}
			continue
		}
		field := fields[name]
		elem, isResource := field.Elem.(*schema.Resource)
		if !isResource || field.ConfigMode == schema.SchemaConfigModeAttr {
			if field.Type == schema.TypeString && strings.HasSuffix(name, "mode") {
				if number, ok := value.(float64); ok {
					value = fmt.Sprintf("0%o", int(number))
				}
			}
			fmt.Fprintf(&lines, "%s%s = %s\n", inner, name, valueText(value))
			continue
		}
		items, isList := value.([]any)
		if !isList {
			items = []any{value}
		}
		for _, item := range items {
			item, _ := item.(map[string]any)
			fmt.Fprintf(&lines, "%s%s %s\n", inner, name, blockText(item, elem.Schema, inner))
		}
	}
	lines.WriteString(indent + "}")
	return lines.String()
}

// Whether somebody would write a value as a block.
func isBlock(value any) bool {
	switch value := value.(type) {
	case map[string]any:
		return true
	case []any:
		return len(value) > 0 && isBlock(value[0])
	}
	return false
}

func valueText(value any) string {
	switch value := value.(type) {
	case nil:
		return "null"
	case string:
		return quoted(value)
	case []any:
		items := make([]string, len(value))
		for index, item := range value {
			items[index] = valueText(item)
		}
		return "[" + strings.Join(items, ", ") + "]"
	case map[string]any:
		keys := make([]string, 0, len(value))
		for key := range value {
			keys = append(keys, key)
		}
		sort.Strings(keys)
		fields := make([]string, len(keys))
		for index, key := range keys {
			fields[index] = quoted(key) + " = " + valueText(value[key])
		}
		return "{" + strings.Join(fields, ", ") + "}"
	case float64:
		return strings.TrimSuffix(fmt.Sprintf("%f", value), ".000000")
	}
	return fmt.Sprint(value)
}

// Texts of a configuration are templates, and have no line breaks.
func quoted(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`, "${", "$${", "%{", "%%{").Replace(text) + `"`
}
