//go:build since_v1_37

package main

import (
	certificatesv1beta1 "k8s.io/api/certificates/v1beta1"
	"k8s.io/kubernetes/pkg/apis/certificates"
)

func init() {
	shown = append(shown, [2]any{certificates.PodCertificateRequestSpec{}, certificatesv1beta1.PodCertificateRequestSpec{}})
}
