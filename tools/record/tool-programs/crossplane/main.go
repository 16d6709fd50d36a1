// Command crossplane reconciles an Object of Crossplane's provider-kubernetes for each manifest it is given, one after the other. The
// Objects are kept in a fake client: what is recorded is what the provider does to the cluster of the manifests.
//
// The controller's packages are internal to the provider's module, and its connector is not exported, so this is built within a copy of
// that module, with runner.go as a file of the controller. It reads one JSON document {server, token, namespace, options, manifests,
// state} from standard input and prints {"error", "state"}. Options, by the names of the provider's flags: enable-server-side-apply and
// enable-management-policies (true unless they say false), remove-managed-fields, legacy-csa-field-managers (between commas); by the
// field of an Object: managementPolicies (between commas); and object, the names of the Objects in the order of the manifests, between
// commas: an Object that has none is named as its manifest is, and the kind is added where that name is taken.
//
// An Object is reconciled again after each reconciliation that wrote something, three times at most. Every Object is reconciled,
// whatever becomes of the others; the error has a line for each that failed, which is the message of its condition Synced. The state
// has the Objects as they are left, and so their finalizers and status.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/yaml"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/crossplane/crossplane-runtime/v2/pkg/meta"
	xpv2 "github.com/crossplane/crossplane/apis/v2/core/v2"

	apis "github.com/crossplane-contrib/provider-kubernetes/apis/cluster"
	"github.com/crossplane-contrib/provider-kubernetes/apis/cluster/object/v1alpha2"
	apisv1alpha1 "github.com/crossplane-contrib/provider-kubernetes/apis/cluster/v1alpha1"
	"github.com/crossplane-contrib/provider-kubernetes/internal/controller/cluster/object"
)

const rounds = 3

type input struct {
	Server, Token, Namespace, Manifests, State string
	Options                                    map[string]string
}

func main() {
	ctrl.SetLogger(logr.Discard())
	var asked input
	var state string
	err := json.NewDecoder(os.Stdin).Decode(&asked)
	if err == nil {
		state, err = run(context.Background(), asked)
	}
	var message *string
	if err != nil {
		text := err.Error()
		message = &text
	}
	json.NewEncoder(os.Stdout).Encode(map[string]any{"error": message, "state": state})
}

func run(ctx context.Context, asked input) (string, error) {
	config := &rest.Config{Host: asked.Server, BearerToken: asked.Token, QPS: 1000, Burst: 2000}
	config.TLSClientConfig.Insecure = strings.HasPrefix(asked.Server, "https:")
	scheme := runtime.NewScheme()
	if err := errors.Join(clientgoscheme.AddToScheme(scheme), apis.AddToScheme(scheme)); err != nil {
		return "", err
	}
	earlier := []v1alpha2.Object{}
	if asked.State != "" {
		if err := json.Unmarshal([]byte(asked.State), &earlier); err != nil {
			return "", err
		}
	}
	kept, order, err := objectsOf(asked, earlier)
	if err != nil {
		return "", err
	}
	config1 := &apisv1alpha1.ProviderConfig{}
	config1.SetName("default")
	builder := fake.NewClientBuilder().WithScheme(scheme).WithStatusSubresource(&v1alpha2.Object{}).WithObjects(config1)
	for _, each := range kept {
		builder = builder.WithObjects(each)
	}
	local := builder.Build()
	isOn := func(name string) bool { return asked.Options[name] != "false" }
	runner := object.NewRunner(&localManager{local: local, scheme: scheme}, config, object.Flags{
		ServerSideApply:        isOn("enable-server-side-apply"),
		ManagementPolicies:     isOn("enable-management-policies"),
		RemoveManagedFields:    asked.Options["remove-managed-fields"] == "true",
		LegacyCSAFieldManagers: between(asked.Options["legacy-csa-field-managers"]),
	})
	var failed []string
	for _, name := range order {
		if message, err := settle(ctx, runner, local, name); err != nil {
			return "", err
		} else if message != "" {
			failed = append(failed, message)
		}
	}
	left := &v1alpha2.ObjectList{}
	if err := local.List(ctx, left); err != nil {
		return "", err
	}
	state, err := json.Marshal(left.Items)
	if err == nil && len(failed) > 0 {
		err = errors.New(strings.Join(failed, "\n"))
	}
	return string(state), err
}

// Reconciles an Object until nothing more is written, and returns the message of what failed.
func settle(ctx context.Context, runner *object.Runner, local client.Client, name string) (string, error) {
	key := types.NamespacedName{Name: name}
	for range rounds {
		runner.Wrote = false
		if _, err := runner.Reconcile(ctx, reconcile.Request{NamespacedName: key}); err != nil {
			return "", err
		}
		now := &v1alpha2.Object{}
		if err := local.Get(ctx, key, now); err != nil {
			return "", err
		}
		synced := now.GetCondition(xpv2.TypeSynced)
		if synced.Status == corev1.ConditionFalse && synced.Reason == xpv2.ReasonReconcileError {
			return synced.Message, nil
		}
		if !runner.Wrote {
			break
		}
	}
	return "", nil
}

// The Objects of the manifests, those of earlier runs with what is asked of them now, and the names in the order of the manifests.
func objectsOf(asked input, earlier []v1alpha2.Object) (map[string]*v1alpha2.Object, []string, error) {
	kept, order := map[string]*v1alpha2.Object{}, []string{}
	for index := range earlier {
		earlier[index].ResourceVersion = ""
		// A reconciler waits for half a minute for what it has created, and the run before this one was long ago.
		meta.RemoveAnnotations(&earlier[index], meta.AnnotationKeyExternalCreatePending, meta.AnnotationKeyExternalCreateSucceeded)
		kept[earlier[index].Name] = &earlier[index]
	}
	names := between(asked.Options["object"])
	decoder := yaml.NewYAMLOrJSONDecoder(bytes.NewReader([]byte(asked.Manifests)), 4096)
	for {
		manifest := &unstructured.Unstructured{}
		if err := decoder.Decode(manifest); errors.Is(err, io.EOF) {
			return kept, order, nil
		} else if err != nil {
			return nil, nil, err
		}
		// As the server that keeps Objects would give it back.
		raw, err := json.Marshal(manifest.Object)
		if err != nil {
			return nil, nil, err
		}
		name := manifest.GetName()
		if len(order) < len(names) && names[len(order)] != "" {
			name = names[len(order)]
		} else if slices.Contains(order, name) {
			name += "-" + strings.ToLower(manifest.GetKind())
		}
		order = append(order, name)
		each, isThere := kept[name]
		if !isThere {
			each = &v1alpha2.Object{}
			each.SetName(name)
			each.SetUID(types.UID(name))
			kept[name] = each
		}
		each.Spec = v1alpha2.ObjectSpec{}
		each.Spec.ForProvider.Manifest.Raw = raw
		each.Spec.DeletionPolicy = xpv2.DeletionDelete
		each.Spec.ProviderConfigReference = &xpv2.Reference{Name: "default"}
		each.Spec.ManagementPolicies = xpv2.ManagementPolicies{xpv2.ManagementActionAll}
		if policies, isSet := asked.Options["managementPolicies"]; isSet {
			each.Spec.ManagementPolicies = xpv2.ManagementPolicies{}
			for _, policy := range between(policies) {
				each.Spec.ManagementPolicies = append(each.Spec.ManagementPolicies, xpv2.ManagementAction(policy))
			}
		}
	}
}

func between(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, ",")
}

// localManager has nothing but what a reconciler asks of its manager.
type localManager struct {
	manager.Manager
	local  client.Client
	scheme *runtime.Scheme
}

func (m *localManager) GetClient() client.Client   { return m.local }
func (m *localManager) GetScheme() *runtime.Scheme { return m.scheme }
