// Command flux applies manifests once as Flux's kustomize-controller v1.9.4 does, by its resource manager of
// github.com/fluxcd/pkg/ssa, and then prunes the objects that are no longer among them.
//
// It reads one JSON document {server, direct, token, namespace, options, manifests, stale} from standard input and prints {"error",
// "results"}. Options, by the names of a Kustomization's fields: kustomization (NAMESPACE/NAME), force, prune, targetNamespace is not
// among them (the manifests name their namespaces, as a build leaves them), ignore (the rules of spec.ignore as JSON), and of the
// controller's flags override-manager (names with commas between). Waiting for definitions reads from `direct`; health checks of the
// other objects are left out, for no controllers run where this records.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/fluxcd/cli-utils/pkg/kstatus/polling"
	"github.com/fluxcd/pkg/ssa"
	"github.com/fluxcd/pkg/ssa/jsondiff"
	"github.com/fluxcd/pkg/ssa/normalize"
	"github.com/fluxcd/pkg/ssa/utils"
	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"
	ctrllog "sigs.k8s.io/controller-runtime/pkg/log"
)

const (
	controller = "kustomize-controller"
	group      = "kustomize.toolkit.fluxcd.io"
)

// What is asked of the program.
type input struct {
	Server, Direct, Token, Namespace string
	Options                          map[string]string
	Manifests                        string
	Stale                            []map[string]any
}

// An entry of the change set.
type result struct {
	Kind      string `json:"kind"`
	Namespace string `json:"namespace"`
	Name      string `json:"name"`
	Status    string `json:"status"`
	Message   string `json:"message"`
}

// A rule of spec.ignore of a Kustomization.
type ignoreRule struct {
	Paths  []string `json:"paths"`
	Target *struct {
		Group              string `json:"group"`
		Version            string `json:"version"`
		Kind               string `json:"kind"`
		Name               string `json:"name"`
		Namespace          string `json:"namespace"`
		AnnotationSelector string `json:"annotationSelector"`
		LabelSelector      string `json:"labelSelector"`
	} `json:"target"`
}

func main() {
	ctrllog.SetLogger(logr.Discard())
	var asked input
	results := []result{}
	err := json.NewDecoder(os.Stdin).Decode(&asked)
	if err == nil {
		results, err = run(asked)
	}
	var message *string
	if err != nil {
		text := err.Error()
		message = &text
	}
	json.NewEncoder(os.Stdout).Encode(map[string]any{"error": message, "results": results})
}

func run(asked input) ([]result, error) {
	results := []result{}
	namespace, name, isWhole := strings.Cut(asked.Options["kustomization"], "/")
	if !isWhole {
		return results, fmt.Errorf("kustomization is %q, not NAMESPACE/NAME", asked.Options["kustomization"])
	}
	manager, err := managerOf(asked)
	if err != nil {
		return results, err
	}
	objects, err := utils.ReadObjects(bytes.NewReader([]byte(asked.Manifests)))
	if err != nil {
		return results, err
	}
	manager.SetOwnerLabels(objects, name, namespace)
	// The controller has four workers; with one the order of the requests is not left to chance.
	manager.SetConcurrency(1)
	if err := normalize.UnstructuredList(objects); err != nil {
		return results, err
	}
	opts, err := applyOptions(asked.Options)
	if err != nil {
		return results, err
	}
	if len(objects) > 0 {
		changes, err := manager.ApplyAllStaged(context.Background(), objects, opts)
		results = append(results, resultsOf(changes)...)
		if err != nil {
			return results, fmt.Errorf("%w\n%s", err, changeLog(changes))
		}
	}
	if asked.Options["prune"] != "true" {
		return results, nil
	}
	changes, err := manager.DeleteAll(context.Background(), stale(asked.Stale), deleteOptions(manager, name, namespace))
	return append(results, resultsOf(changes)...), err
}

func managerOf(asked input) (*ssa.ResourceManager, error) {
	kube, err := client.New(configOf(asked.Server, asked.Token), client.Options{})
	if err != nil {
		return nil, err
	}
	watcher, err := client.New(configOf(asked.Direct, asked.Token), client.Options{})
	if err != nil {
		return nil, err
	}
	poller := polling.NewStatusPoller(watcher, watcher.RESTMapper(), polling.Options{})
	return ssa.NewResourceManager(kube, poller, ssa.Owner{Field: controller, Group: group}), nil
}

func configOf(server, token string) *rest.Config {
	config := &rest.Config{Host: server, BearerToken: token, UserAgent: controller, QPS: 1000, Burst: 2000}
	config.TLSClientConfig.Insecure = strings.HasPrefix(server, "https:")
	return config
}

// The options that the controller applies with.
func applyOptions(options map[string]string) (ssa.ApplyOptions, error) {
	opts := ssa.DefaultApplyOptions()
	opts.Force = options["force"] == "true"
	opts.ExclusionSelector = map[string]string{group + "/reconcile": "disabled", group + "/ssa": "Ignore"}
	opts.IfNotPresentSelector = map[string]string{group + "/ssa": "IfNotPresent"}
	opts.ForceSelector = map[string]string{group + "/force": "enabled"}
	opts.MigrateAPIVersion = options["MigrateAPIVersion"] == "true"
	opts.Cleanup = ssa.ApplyCleanupOptions{
		Annotations:   []string{corev1.LastAppliedConfigAnnotation, group + "/checksum", "fluxcd.io/sync-checksum"},
		Labels:        []string{"fluxcd.io/sync-gc-mark"},
		FieldManagers: disallowed(options["override-manager"]),
		Exclusions:    map[string]string{group + "/ssa": "Merge"},
	}
	if options["ignore"] == "" {
		return opts, nil
	}
	var rules []ignoreRule
	if err := json.Unmarshal([]byte(options["ignore"]), &rules); err != nil {
		return opts, err
	}
	for _, rule := range rules {
		made := jsondiff.IgnoreRule{Paths: rule.Paths}
		if target := rule.Target; target != nil {
			made.Selector = &jsondiff.Selector{
				Group: target.Group, Version: target.Version, Kind: target.Kind, Name: target.Name, Namespace: target.Namespace,
				AnnotationSelector: target.AnnotationSelector, LabelSelector: target.LabelSelector,
			}
		}
		opts.DriftIgnoreRules = append(opts.DriftIgnoreRules, made)
	}
	return opts, nil
}

// The managers whose entries are taken over: kubectl's, what was there before the first apply, the controller's own updates, and those
// that --override-manager names.
func disallowed(names string) []ssa.FieldManager {
	apply, update := metav1.ManagedFieldsOperationApply, metav1.ManagedFieldsOperationUpdate
	managers := []ssa.FieldManager{
		{Name: "kubectl", OperationType: apply},
		{Name: "kubectl", OperationType: update},
		{Name: "before-first-apply", OperationType: update},
		{Name: controller, OperationType: update},
	}
	for _, name := range strings.FieldsFunc(names, func(r rune) bool { return r == ',' }) {
		managers = append(managers, ssa.FieldManager{Name: name, OperationType: apply}, ssa.FieldManager{Name: name, OperationType: update})
	}
	return managers
}

// The options that the controller prunes with.
func deleteOptions(manager *ssa.ResourceManager, name, namespace string) ssa.DeleteOptions {
	return ssa.DeleteOptions{
		PropagationPolicy: metav1.DeletePropagationBackground,
		Inclusions:        manager.GetOwnerLabels(name, namespace),
		Exclusions:        map[string]string{group + "/prune": "disabled", group + "/reconcile": "disabled", group + "/ssa": "Ignore"},
	}
}

// The objects of the inventory that are no longer in the build.
func stale(listed []map[string]any) []*unstructured.Unstructured {
	var objects []*unstructured.Unstructured
	for _, object := range listed {
		objects = append(objects, &unstructured.Unstructured{Object: object})
	}
	return objects
}

func resultsOf(changes *ssa.ChangeSet) []result {
	if changes == nil {
		return nil
	}
	var results []result
	for _, entry := range changes.Entries {
		at := entry.ObjMetadata
		results = append(results, result{at.GroupKind.Kind, at.Namespace, at.Name, string(entry.Action), entry.String()})
	}
	return results
}

// What the controller puts behind the error of an apply: what was changed before it.
func changeLog(changes *ssa.ChangeSet) string {
	var log strings.Builder
	if changes != nil {
		for _, entry := range changes.Entries {
			if entry.Action == ssa.CreatedAction || entry.Action == ssa.ConfiguredAction {
				log.WriteString(entry.String() + "\n")
			}
		}
	}
	return log.String()
}
