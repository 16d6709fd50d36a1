// Command controllers sends the apply requests that programs other than kubectl send, by client-go as it was when most
// controllers of today were built (v0.30, whose objects still encode "creationTimestamp": null).
//
//	controllers apply --manager M [--force] [--subresource S] FILE   one apply request for each object, and no migration
//	controllers whole-struct --manager M --namespace N               a Go struct of a Deployment, applied with all its zero values
//	controllers send-back --manager M --namespace N DEPLOYMENT       a live Deployment, changed in one label and applied whole
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/restmapper"
	"k8s.io/client-go/tools/clientcmd"
)

var deployments = schema.GroupVersionResource{Group: "apps", Version: "v1", Resource: "deployments"}

type cluster struct {
	client dynamic.Interface
	mapper *restmapper.DeferredDiscoveryRESTMapper
}

func main() {
	flags := flag.NewFlagSet("controllers", flag.ExitOnError)
	manager := flags.String("manager", "", "the field manager")
	force := flags.Bool("force", false, "take what others own")
	namespace := flags.String("namespace", "", "the namespace of the Deployment")
	subresource := flags.String("subresource", "", "a subresource to apply to")
	flags.Parse(os.Args[2:])
	options := metav1.ApplyOptions{FieldManager: *manager, Force: *force}
	if err := run(os.Args[1], *namespace, *subresource, flags.Arg(0), options); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(command, namespace, subresource, argument string, options metav1.ApplyOptions) error {
	config, err := clientcmd.BuildConfigFromFlags("", os.Getenv("KUBECONFIG"))
	if err != nil {
		return err
	}
	client, err := dynamic.NewForConfig(config)
	if err != nil {
		return err
	}
	found, err := discovery.NewDiscoveryClientForConfig(config)
	if err != nil {
		return err
	}
	c := cluster{client, restmapper.NewDeferredDiscoveryRESTMapper(memory.NewMemCacheClient(found))}
	switch command {
	case "apply":
		return c.applyFile(argument, subresource, options)
	case "whole-struct":
		return c.wholeStruct(namespace, options)
	case "send-back":
		return c.sendBack(namespace, argument, options)
	}
	return fmt.Errorf("no such command: %s", command)
}

func (c cluster) applyFile(file, subresource string, options metav1.ApplyOptions) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	reader := yaml.NewYAMLOrJSONDecoder(bytes.NewReader(data), 4096)
	for {
		object := &unstructured.Unstructured{}
		if err := reader.Decode(&object.Object); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		kind := object.GroupVersionKind()
		mapping, err := c.mapper.RESTMapping(kind.GroupKind(), kind.Version)
		if err != nil {
			return err
		}
		var resource dynamic.ResourceInterface = c.client.Resource(mapping.Resource)
		if object.GetNamespace() != "" {
			resource = c.client.Resource(mapping.Resource).Namespace(object.GetNamespace())
		}
		var below []string
		if subresource != "" {
			below = []string{subresource}
		}
		if _, err := resource.Apply(context.Background(), object.GetName(), object, options, below...); err != nil {
			return err
		}
	}
}

// What an operator does that builds the object it wants as a Go struct: what was never set is sent all the same.
func (c cluster) wholeStruct(namespace string, options metav1.ApplyOptions) error {
	labels := map[string]string{"app": "cache"}
	wanted := &appsv1.Deployment{
		TypeMeta:   metav1.TypeMeta{APIVersion: "apps/v1", Kind: "Deployment"},
		ObjectMeta: metav1.ObjectMeta{Name: "cache", Namespace: namespace, Labels: labels},
		Spec: appsv1.DeploymentSpec{
			Selector: &metav1.LabelSelector{MatchLabels: labels},
			Template: corev1.PodTemplateSpec{
				ObjectMeta: metav1.ObjectMeta{Labels: labels},
				Spec: corev1.PodSpec{Containers: []corev1.Container{
					{Name: "cache", Image: "registry.example.com/store/cache:1.0.0"},
				}},
			},
		},
	}
	content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(wanted)
	if err != nil {
		return err
	}
	_, err = c.client.Resource(deployments).Namespace(namespace).
		Apply(context.Background(), "cache", &unstructured.Unstructured{Object: content}, options)
	return err
}

// What a controller does that reads an object, changes it and applies all of it.
func (c cluster) sendBack(namespace, name string, options metav1.ApplyOptions) error {
	resource := c.client.Resource(deployments).Namespace(namespace)
	live, err := resource.Get(context.Background(), name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	labels := live.GetLabels()
	if labels == nil {
		labels = map[string]string{}
	}
	labels["example.com/asleep"] = "no"
	live.SetLabels(labels)
	live.SetManagedFields(nil)
	live.SetResourceVersion("")
	_, err = resource.Apply(context.Background(), name, live, options)
	return err
}
