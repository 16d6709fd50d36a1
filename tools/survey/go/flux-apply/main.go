// Command flux-apply applies the YAML files it is given as Flux's kustomize-controller does: by the resource manager of
// github.com/fluxcd/pkg/ssa, with the owner labels, the cleanup of other managers and the stages of that controller's apply.
//
//	flux-apply [--disallow MANAGER] --name KUSTOMIZATION --namespace NAMESPACE FILE…
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"

	"github.com/fluxcd/cli-utils/pkg/kstatus/polling"
	"github.com/fluxcd/pkg/ssa"
	"github.com/fluxcd/pkg/ssa/normalize"
	"github.com/fluxcd/pkg/ssa/utils"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/tools/clientcmd"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

const (
	controller = "kustomize-controller"
	group      = "kustomize.toolkit.fluxcd.io"
)

func main() {
	name := flag.String("name", "", "the Kustomization")
	namespace := flag.String("namespace", "flux-system", "its namespace")
	disallow := flag.String("disallow", "", "a field manager that --override-manager names")
	flag.Parse()
	if err := run(*name, *namespace, *disallow, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(name, namespace, disallow string, files []string) error {
	config, err := clientcmd.BuildConfigFromFlags("", os.Getenv("KUBECONFIG"))
	if err != nil {
		return err
	}
	config.UserAgent = controller
	kube, err := client.New(config, client.Options{})
	if err != nil {
		return err
	}
	var objects []*unstructured.Unstructured
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		read, err := utils.ReadObjects(bytes.NewReader(data))
		if err != nil {
			return err
		}
		objects = append(objects, read...)
	}
	manager := ssa.NewResourceManager(kube, polling.NewStatusPoller(kube, kube.RESTMapper(), polling.Options{}),
		ssa.Owner{Field: controller, Group: group})
	manager.SetOwnerLabels(objects, name, namespace)
	if err := normalize.UnstructuredList(objects); err != nil {
		return err
	}
	changes, err := manager.ApplyAllStaged(context.Background(), objects, options(disallow))
	if changes != nil {
		for _, change := range changes.Entries {
			fmt.Println(change.String())
		}
	}
	return err
}

// The options that the controller applies with.
func options(disallow string) ssa.ApplyOptions {
	opts := ssa.DefaultApplyOptions()
	managers := []ssa.FieldManager{
		{Name: "kubectl", OperationType: metav1.ManagedFieldsOperationApply},
		{Name: "kubectl", OperationType: metav1.ManagedFieldsOperationUpdate},
		{Name: "before-first-apply", OperationType: metav1.ManagedFieldsOperationUpdate},
		{Name: controller, OperationType: metav1.ManagedFieldsOperationUpdate},
	}
	if disallow != "" {
		managers = append(managers,
			ssa.FieldManager{Name: disallow, OperationType: metav1.ManagedFieldsOperationApply},
			ssa.FieldManager{Name: disallow, OperationType: metav1.ManagedFieldsOperationUpdate})
	}
	opts.Cleanup = ssa.ApplyCleanupOptions{
		Annotations:   []string{corev1.LastAppliedConfigAnnotation},
		FieldManagers: managers,
		Exclusions:    map[string]string{group + "/ssa": "Merge"},
	}
	opts.ExclusionSelector = map[string]string{group + "/reconcile": "disabled", group + "/ssa": "Ignore"}
	opts.IfNotPresentSelector = map[string]string{group + "/ssa": "IfNotPresent"}
	opts.ForceSelector = map[string]string{group + "/force": "enabled"}
	return opts
}
