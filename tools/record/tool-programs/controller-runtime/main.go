// Command controller-runtime brings manifests to a server once, each by one call of sigs.k8s.io/controller-runtime, as a controller's
// reconciliation would. It ends at the first error, as a reconciliation that returns it.
//
// It reads one JSON document {server, token, namespace, options, manifests} from standard input and prints {"error", "results"}.
// Options: mode (Apply, Extract, Patch, CreateOrUpdate, CreateOrPatch, MergeFrom, MergeFromWithOptimisticLock, StrategicMergeFrom,
// StatusUpdate, StatusPatch, StatusApply), FieldOwner, ForceOwnership and typed: whether objects are structs of their own types, and
// configurations those that client-go has for them; kinds that client-go's scheme does not have stay unstructured.
// The function that changes a live object sets each field of the manifest, and leaves the others. Extract applies what the owner
// applied before, as client-go extracts it of the live object, with each field of the manifest set in it.
//
// With the argument "table" it prints how configurations of client-go differ from the structs of the same kinds (table.go); with
// "written" it reads a JSON list of objects, and prints each as its struct and as its configuration is written.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"strings"

	"github.com/go-logr/logr"
	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/client-go/applyconfigurations"
	applyapps "k8s.io/client-go/applyconfigurations/apps/v1"
	applyautoscaling "k8s.io/client-go/applyconfigurations/autoscaling/v2"
	applycore "k8s.io/client-go/applyconfigurations/core/v1"
	applymeta "k8s.io/client-go/applyconfigurations/meta/v1"
	applynetworking "k8s.io/client-go/applyconfigurations/networking/v1"
	applyrbac "k8s.io/client-go/applyconfigurations/rbac/v1"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	ctrllog "sigs.k8s.io/controller-runtime/pkg/log"
)

type input struct {
	Server, Token, Namespace, Manifests string
	Options                             map[string]string
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == "table" {
		printTable()
		return
	}
	if len(os.Args) > 1 && os.Args[1] == "written" {
		printWritten()
		return
	}
	ctrllog.SetLogger(logr.Discard())
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

func run(ctx context.Context, asked input) error {
	config := &rest.Config{Host: asked.Server, BearerToken: asked.Token, QPS: 1000, Burst: 2000}
	config.TLSClientConfig.Insecure = strings.HasPrefix(asked.Server, "https:")
	kube, err := client.New(config, client.Options{})
	if err != nil {
		return err
	}
	mode, owner := asked.Options["mode"], asked.Options["FieldOwner"]
	if owner != "" && mode != "Apply" && mode != "Patch" && mode != "Extract" && mode != "StatusApply" {
		kube = client.WithFieldOwner(kube, owner)
	}
	decoder := yaml.NewYAMLOrJSONDecoder(bytes.NewReader([]byte(asked.Manifests)), 4096)
	for {
		wanted := &unstructured.Unstructured{}
		if err := decoder.Decode(wanted); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		isNamespaced, err := kube.IsObjectNamespaced(wanted)
		if err != nil {
			return err
		}
		if isNamespaced && wanted.GetNamespace() == "" {
			wanted.SetNamespace(asked.Namespace)
		}
		call := call{kube, config, mode, owner, asked.Options["ForceOwnership"] == "true"}
		isTyped := asked.Options["typed"] == "true" && kube.Scheme().Recognizes(wanted.GroupVersionKind())
		if err := call.bring(ctx, wanted, isTyped); err != nil {
			return err
		}
	}
}

// A call of the client, by the name of its function.
type call struct {
	kube        client.Client
	config      *rest.Config
	mode, owner string
	force       bool
}

// Brings one object to its manifest by the call that the mode names.
func (c call) bring(ctx context.Context, wanted *unstructured.Unstructured, isTyped bool) error {
	live, err := c.empty(wanted, isTyped)
	if err != nil {
		return err
	}
	change := func() error { return set(live, wanted) }
	switch c.mode {
	case "Apply", "StatusApply":
		configuration, err := configurationOf(wanted, isTyped)
		if err != nil {
			return err
		}
		if c.mode == "StatusApply" {
			return c.kube.Status().Apply(ctx, configuration, options[client.SubResourceApplyOption](c)...)
		}
		return c.kube.Apply(ctx, configuration, options[client.ApplyOption](c)...)
	case "Extract":
		configuration, err := c.extracted(ctx, live, wanted, isTyped)
		if err != nil {
			return err
		}
		return c.kube.Apply(ctx, configuration, options[client.ApplyOption](c)...)
	case "Patch":
		if err := set(live, wanted); err != nil {
			return err
		}
		live.GetObjectKind().SetGroupVersionKind(wanted.GroupVersionKind())
		return c.kube.Patch(ctx, live, client.Apply, options[client.PatchOption](c)...)
	case "CreateOrUpdate":
		_, err := controllerutil.CreateOrUpdate(ctx, c.kube, live, change)
		return err
	case "CreateOrPatch":
		_, err := controllerutil.CreateOrPatch(ctx, c.kube, live, change)
		return err
	case "MergeFrom", "MergeFromWithOptimisticLock", "StrategicMergeFrom", "StatusUpdate", "StatusPatch":
		if err := c.kube.Get(ctx, client.ObjectKeyFromObject(wanted), live); err != nil {
			return err
		}
		base := live.DeepCopyObject().(client.Object)
		if err := change(); err != nil {
			return err
		}
		switch c.mode {
		case "MergeFrom":
			return c.kube.Patch(ctx, live, client.MergeFrom(base))
		case "StrategicMergeFrom":
			return c.kube.Patch(ctx, live, client.StrategicMergeFrom(base))
		case "StatusUpdate":
			return c.kube.Status().Update(ctx, live)
		case "StatusPatch":
			return c.kube.Status().Patch(ctx, live, client.MergeFrom(base))
		}
		return c.kube.Patch(ctx, live, client.MergeFromWithOptions(base, client.MergeFromWithOptimisticLock{}))
	}
	return fmt.Errorf("there is no mode %q", c.mode)
}

func options[Option any](c call) []Option {
	given := []Option{}
	if c.owner != "" {
		given = append(given, any(client.FieldOwner(c.owner)).(Option))
	}
	if c.force {
		given = append(given, any(client.ForceOwnership).(Option))
	}
	return given
}

// An object of the kind and names of a manifest.
func (c call) empty(wanted *unstructured.Unstructured, isTyped bool) (client.Object, error) {
	var live client.Object
	if isTyped {
		made, err := c.kube.Scheme().New(wanted.GroupVersionKind())
		if err != nil {
			return nil, err
		}
		live = made.(client.Object)
	} else {
		live = &unstructured.Unstructured{}
		live.GetObjectKind().SetGroupVersionKind(wanted.GroupVersionKind())
	}
	live.SetName(wanted.GetName())
	live.SetNamespace(wanted.GetNamespace())
	return live, nil
}

// Sets each field of a manifest in an object. The types of a typed one are left to the client.
func set(live client.Object, wanted *unstructured.Unstructured) error {
	if there, isUnstructured := live.(*unstructured.Unstructured); isUnstructured {
		overlay(there.Object, wanted.DeepCopy().Object)
		return nil
	}
	fields, err := runtime.DefaultUnstructuredConverter.ToUnstructured(live)
	if err != nil {
		return err
	}
	changes := wanted.DeepCopy().Object
	delete(changes, "apiVersion")
	delete(changes, "kind")
	overlay(fields, changes)
	text, err := json.Marshal(fields)
	if err != nil {
		return err
	}
	changed := reflect.New(reflect.TypeOf(live).Elem())
	if err := json.Unmarshal(text, changed.Interface()); err != nil {
		return err
	}
	reflect.ValueOf(live).Elem().Set(changed.Elem())
	return nil
}

// A manifest as a configuration to apply.
func configurationOf(wanted *unstructured.Unstructured, isTyped bool) (runtime.ApplyConfiguration, error) {
	if !isTyped {
		return client.ApplyConfigurationFromUnstructured(wanted), nil
	}
	configuration := applyconfigurations.ForKind(wanted.GroupVersionKind())
	if configuration == nil {
		return client.ApplyConfigurationFromUnstructured(wanted), nil
	}
	text, err := json.Marshal(wanted.Object)
	if err != nil {
		return nil, err
	}
	return configuration.(runtime.ApplyConfiguration), json.Unmarshal(text, configuration)
}

// What the owner applied to the live object, with each field of the manifest; the manifest alone where there is no live object.
func (c call) extracted(ctx context.Context, live client.Object, wanted *unstructured.Unstructured, isTyped bool) (runtime.ApplyConfiguration, error) {
	err := c.kube.Get(ctx, client.ObjectKeyFromObject(wanted), live)
	if apierrors.IsNotFound(err) {
		return configurationOf(wanted, isTyped)
	}
	if err != nil {
		return nil, err
	}
	var extracted any
	if isTyped {
		extracted, err = extract(live, c.owner)
	} else {
		var found *unstructured.Unstructured
		found, err = c.extractUnstructured(live.(*unstructured.Unstructured))
		if err == nil {
			extracted = found.Object
		}
	}
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(extracted)
	if err != nil {
		return nil, err
	}
	whole := &unstructured.Unstructured{}
	if err := json.Unmarshal(text, &whole.Object); err != nil {
		return nil, err
	}
	overlay(whole.Object, wanted.DeepCopy().Object)
	return configurationOf(whole, isTyped)
}

func (c call) extractUnstructured(live *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	found, err := discovery.NewDiscoveryClientForConfig(c.config)
	if err != nil {
		return nil, err
	}
	extractor, err := applymeta.NewUnstructuredExtractor(found)
	if err != nil {
		return nil, err
	}
	return extractor.Extract(live, c.owner)
}

// The functions of client-go that extract, of the kinds that cases have.
func extract(live client.Object, owner string) (any, error) {
	switch object := live.(type) {
	case *appsv1.Deployment:
		return applyapps.ExtractDeployment(object, owner)
	case *corev1.ConfigMap:
		return applycore.ExtractConfigMap(object, owner)
	case *corev1.Secret:
		return applycore.ExtractSecret(object, owner)
	case *corev1.Service:
		return applycore.ExtractService(object, owner)
	case *networkingv1.Ingress:
		return applynetworking.ExtractIngress(object, owner)
	case *autoscalingv2.HorizontalPodAutoscaler:
		return applyautoscaling.ExtractHorizontalPodAutoscaler(object, owner)
	case *rbacv1.Role:
		return applyrbac.ExtractRole(object, owner)
	}
	return nil, fmt.Errorf("nothing extracts %T here", live)
}

// Sets each field of a manifest in a live object; lists are replaced whole.
func overlay(live, wanted map[string]any) {
	for key, value := range wanted {
		inner, isMap := value.(map[string]any)
		there, wasMap := live[key].(map[string]any)
		if isMap && wasMap {
			overlay(there, inner)
		} else {
			live[key] = value
		}
	}
}
