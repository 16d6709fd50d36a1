// Command controller-runtime brings manifests to a server once, each by one call of sigs.k8s.io/controller-runtime, as a controller's
// reconciliation would. It ends at the first error, as a reconciliation that returns it.
//
// It reads one JSON document {server, token, namespace, options, manifests} from standard input and prints {"error", "results"}.
// Options: mode (Apply, Patch, CreateOrUpdate, CreateOrPatch, MergeFrom, MergeFromWithOptimisticLock), FieldOwner and ForceOwnership.
// The function that changes a live object sets each field of the manifest, and leaves the others.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/go-logr/logr"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/yaml"
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
	if owner != "" && mode != "Apply" && mode != "Patch" {
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
		if err := bring(ctx, kube, wanted, mode, owner, asked.Options["ForceOwnership"] == "true"); err != nil {
			return err
		}
	}
}

// Brings one object to its manifest by the call that the mode names.
func bring(ctx context.Context, kube client.Client, wanted *unstructured.Unstructured, mode, owner string, force bool) error {
	live := &unstructured.Unstructured{}
	live.SetGroupVersionKind(wanted.GroupVersionKind())
	live.SetName(wanted.GetName())
	live.SetNamespace(wanted.GetNamespace())
	change := func() error {
		overlay(live.Object, wanted.DeepCopy().Object)
		return nil
	}
	switch mode {
	case "Apply":
		options := []client.ApplyOption{}
		if owner != "" {
			options = append(options, client.FieldOwner(owner))
		}
		if force {
			options = append(options, client.ForceOwnership)
		}
		return kube.Apply(ctx, client.ApplyConfigurationFromUnstructured(wanted), options...)
	case "Patch":
		options := []client.PatchOption{}
		if owner != "" {
			options = append(options, client.FieldOwner(owner))
		}
		if force {
			options = append(options, client.ForceOwnership)
		}
		return kube.Patch(ctx, wanted, client.Apply, options...)
	case "CreateOrUpdate":
		_, err := controllerutil.CreateOrUpdate(ctx, kube, live, change)
		return err
	case "CreateOrPatch":
		_, err := controllerutil.CreateOrPatch(ctx, kube, live, change)
		return err
	case "MergeFrom", "MergeFromWithOptimisticLock":
		if err := kube.Get(ctx, client.ObjectKeyFromObject(wanted), live); err != nil {
			return err
		}
		base := live.DeepCopy()
		_ = change()
		if mode == "MergeFrom" {
			return kube.Patch(ctx, live, client.MergeFrom(base))
		}
		return kube.Patch(ctx, live, client.MergeFromWithOptions(base, client.MergeFromWithOptimisticLock{}))
	}
	return fmt.Errorf("there is no mode %q", mode)
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
