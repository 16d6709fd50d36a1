//go:build since_v1_37

package main

import "k8s.io/kubernetes/pkg/registry/certificates/podcertificaterequest"

func init() {
	requests := podcertificaterequest.NewStrategy()
	strategies = append(strategies,
		strategy{"certificates.k8s.io", "podcertificaterequests", requests},
		strategy{"certificates.k8s.io", "podcertificaterequests/status", made(podcertificaterequest.NewStatusStrategy, requests)},
	)
}
