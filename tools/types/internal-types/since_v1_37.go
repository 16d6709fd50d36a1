//go:build since_v1_37

package main

import (
	certificatesv1beta1 "k8s.io/api/certificates/v1beta1"
	storagemigrationv1beta1 "k8s.io/api/storagemigration/v1beta1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/kubernetes/pkg/apis/certificates"
	"k8s.io/kubernetes/pkg/apis/storagemigration"
)

func init() {
	shown = append(shown,
		[2]any{certificates.PodCertificateRequestSpec{}, certificatesv1beta1.PodCertificateRequestSpec{}},
		[2]any{storagemigration.StorageVersionMigrationSpec{}, storagemigrationv1beta1.StorageVersionMigrationSpec{}},
		[2]any{metav1.Condition{}, metav1.Condition{}},
	)
}
