//go:build since_v1_37

package main

import (
	"k8s.io/kubernetes/pkg/registry/certificates/podcertificaterequest"
	"k8s.io/kubernetes/pkg/registry/resource/devicetaintrule"
	"k8s.io/kubernetes/pkg/registry/storage/csinode"
	"k8s.io/kubernetes/pkg/registry/storagemigration/storagemigration"
)

func init() {
	requests := podcertificaterequest.NewStrategy()
	strategies = append(strategies,
		strategy{"certificates.k8s.io", "podcertificaterequests", requests},
		strategy{"certificates.k8s.io", "podcertificaterequests/status", made(podcertificaterequest.NewStatusStrategy, requests)},
		strategy{"resource.k8s.io", "devicetaintrules", devicetaintrule.Strategy},
		strategy{"resource.k8s.io", "devicetaintrules/status", devicetaintrule.StatusStrategy},
		strategy{"storage.k8s.io", "csinodes", csinode.Strategy},
		strategy{"storage.k8s.io", "csinodes/status", csinode.StatusStrategy},
		strategy{"storagemigration.k8s.io", "storageversionmigrations", storagemigration.Strategy},
		strategy{"storagemigration.k8s.io", "storageversionmigrations/status", storagemigration.StatusStrategy},
	)
}
