// Command capi brings manifests to a server once as a controller of Cluster API brings the objects that it wants: by its own helpers
// for server-side apply, one object after the other, until the first error.
//
// The helpers are internal to Cluster API's module, and what the topology controller does with an object is not exported, so this is
// built within a copy of that module, with runner.go as a file of the controller. It reads one JSON document {server, direct, token,
// namespace, options, manifests} from standard input and prints {"error"}. Options: controller (topology, machinedeployment,
// machineset, machinepool, kubeadmcontrolplane), and of topology ignorePaths (paths of fields between commas, their names between dots).
//
// Controllers read objects from their cache, so what is read here goes past the recorder. An object of machineset and
// kubeadmcontrolplane that is no Machine is taken for one of those that belong to a Machine (its InfraMachine or BootstrapConfig):
// labels and annotations have a manager of their own, and the rest is written when it is created. Where managedFields had to be mended
// the controllers come back later; here the run goes on with the objects as they are then. The topology controller takes each kind whose
// name ends in Template for a template: the name of a new one is the old one's with another end.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"

	"github.com/go-logr/logr"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	topology "sigs.k8s.io/cluster-api/core/reconcilers/topology/cluster"
	"sigs.k8s.io/cluster-api/internal/contract"
	"sigs.k8s.io/cluster-api/internal/util/ssa"
)

type input struct {
	Server, Direct, Token, Namespace, Manifests string
	Options                                     map[string]string
}

// A controller writes as manager; where it has a second one, that one has the labels and annotations of what belongs to a Machine.
type controller struct {
	manager, metadata string
	mends             bool
}

var controllers = map[string]controller{
	"topology":            {"capi-topology", "", true},
	"machinedeployment":   {"capi-machinedeployment", "", true},
	"machineset":          {"capi-machineset", "capi-machineset-metadata", true},
	"machinepool":         {"machinepool-controller", "", false},
	"kubeadmcontrolplane": {"capi-kubeadmcontrolplane", "capi-kubeadmcontrolplane-metadata", true},
}

func main() {
	ctrl.SetLogger(logr.Discard())
	var asked input
	err := json.NewDecoder(os.Stdin).Decode(&asked)
	if err == nil {
		err = run(context.Background(), asked)
	}
	var message *string
	if err != nil {
		text := err.Error()
		message = &text
	}
	json.NewEncoder(os.Stdout).Encode(map[string]any{"error": message})
}

type runner struct {
	controller
	kube, cache client.Client
	isTopology  bool
	topology    *topology.Runner
	ignored     []contract.Path
	ssaCache    ssa.Cache
}

func run(ctx context.Context, asked input) error {
	kube, err := clientOf(asked.Server, asked.Token)
	if err != nil {
		return err
	}
	cache, err := clientOf(asked.Direct, asked.Token)
	if err != nil {
		return err
	}
	name := asked.Options["controller"]
	if name == "" {
		name = "topology"
	}
	chosen, isKnown := controllers[name]
	if !isKnown {
		return fmt.Errorf("there is no controller %q", name)
	}
	each := &runner{
		controller: chosen, kube: kube, cache: cache,
		isTopology: name == "topology", topology: topology.NewRunner(kube), ssaCache: ssa.NewCache("recorder"),
	}
	for _, path := range strings.Split(asked.Options["ignorePaths"], ",") {
		if path != "" {
			each.ignored = append(each.ignored, strings.Split(path, "."))
		}
	}
	wanted, err := objectsOf(ctx, asked, kube)
	if err != nil {
		return err
	}
	if each.mends {
		for _, object := range wanted {
			if err := each.mend(ctx, object); err != nil {
				return err
			}
		}
	}
	for _, object := range wanted {
		if err := each.bring(ctx, object); err != nil {
			return err
		}
	}
	return nil
}

func clientOf(server, token string) (client.Client, error) {
	config := &rest.Config{Host: server, BearerToken: token, QPS: 1000, Burst: 2000}
	config.TLSClientConfig.Insecure = strings.HasPrefix(server, "https:")
	made, err := client.New(config, client.Options{})
	if err != nil {
		return nil, err
	}
	// A controller's client has looked something up before.
	_, err = made.RESTMapper().RESTMapping(schema.GroupKind{Kind: "ConfigMap"}, "v1")
	return made, err
}

func objectsOf(ctx context.Context, asked input, kube client.Client) ([]*unstructured.Unstructured, error) {
	var objects []*unstructured.Unstructured
	decoder := yaml.NewYAMLOrJSONDecoder(bytes.NewReader([]byte(asked.Manifests)), 4096)
	for {
		object := &unstructured.Unstructured{}
		if err := decoder.Decode(object); errors.Is(err, io.EOF) {
			return objects, nil
		} else if err != nil {
			return nil, err
		}
		if isNamespaced, err := kube.IsObjectNamespaced(object); err == nil && isNamespaced && object.GetNamespace() == "" {
			object.SetNamespace(asked.Namespace)
		}
		objects = append(objects, object)
	}
}

// The object as a controller's cache has it; nil where it is not there.
func (r *runner) live(ctx context.Context, wanted *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	live := &unstructured.Unstructured{}
	live.SetGroupVersionKind(wanted.GroupVersionKind())
	err := r.cache.Get(ctx, client.ObjectKeyFromObject(wanted), live)
	if apierrors.IsNotFound(err) {
		return nil, nil
	}
	return live, err
}

// Whether an object has its labels and annotations by a manager of their own.
func (r *runner) isParted(object *unstructured.Unstructured) bool {
	kind := object.GroupVersionKind().GroupKind()
	return r.metadata != "" && !(kind.Kind == "Machine" && kind.Group == "cluster.x-k8s.io")
}

var generated = regexp.MustCompile(`-[bcdfghjklmnpqrstvwxz2456789]{5}$`)

// What the name of the next template begins with: that of this one without its made up end.
func prefixOf(name string) string {
	if generated.MatchString(name) {
		return name[:len(name)-5]
	}
	return name + "-"
}

// Mends managedFields that the server has lost.
func (r *runner) mend(ctx context.Context, wanted *unstructured.Unstructured) error {
	live, err := r.live(ctx, wanted)
	if err != nil || live == nil {
		return err
	}
	manager := r.manager
	if r.isParted(wanted) {
		manager = r.metadata
	}
	_, err = ssa.MitigateManagedFieldsIssue(ctx, r.kube, live, manager)
	return err
}

// Brings one object to what is wanted.
func (r *runner) bring(ctx context.Context, wanted *unstructured.Unstructured) error {
	live, err := r.live(ctx, wanted)
	if err != nil {
		return err
	}
	if r.isTopology && strings.HasSuffix(wanted.GetKind(), "Template") {
		return r.topology.BringTemplate(ctx, live, wanted, prefixOf(wanted.GetName()))
	}
	if r.isTopology {
		return r.topology.Bring(ctx, live, wanted, r.ignored)
	}
	if !r.isParted(wanted) {
		if live == nil {
			return ssa.Patch(ctx, r.kube, r.manager, wanted)
		}
		wanted.SetUID(live.GetUID())
		return ssa.Patch(ctx, r.kube, r.manager, wanted, ssa.WithCachingProxy{Cache: r.ssaCache, Original: live})
	}
	labels, annotations := wanted.GetLabels(), wanted.GetAnnotations()
	if live == nil {
		if err := ssa.Patch(ctx, r.kube, r.manager, wanted); err != nil {
			return err
		}
		if err := ssa.RemoveManagedFieldsForLabelsAndAnnotations(ctx, r.kube, r.cache, wanted, r.manager); err != nil {
			return err
		}
		if live, err = r.live(ctx, wanted); err != nil {
			return err
		}
	}
	if err := ssa.MigrateManagedFields(ctx, r.kube, live, r.manager, r.metadata); err != nil {
		return err
	}
	tags := &unstructured.Unstructured{}
	tags.SetGroupVersionKind(live.GroupVersionKind())
	tags.SetNamespace(live.GetNamespace())
	tags.SetName(live.GetName())
	tags.SetUID(live.GetUID())
	tags.SetLabels(labels)
	tags.SetAnnotations(annotations)
	return ssa.Patch(ctx, r.kube, r.metadata, tags, ssa.WithCachingProxy{Cache: r.ssaCache, Original: live})
}
