//go:build since37

package main

import "k8s.io/kubernetes/pkg/registry/storage/csinode"

func init() {
	strategies = append(strategies,
		strategy{"storage.k8s.io", "csinodes", csinode.Strategy},
		strategy{"storage.k8s.io", "csinodes/status", csinode.StatusStrategy},
	)
}
