# What the script terraform.sh applies: what a server refuses.
resource "kubernetes_config_map_v1" "twice" {
  metadata {
    name      = "foreign"
    namespace = var.namespace
  }
}
resource "kubernetes_config_map_v1" "nowhere" {
  metadata {
    name      = "nowhere"
    namespace = "no-such-namespace"
  }
}
resource "kubernetes_service_v1" "wrong" {
  metadata {
    name      = "wrong"
    namespace = var.namespace
  }
  spec {
    type = "ExternalName"
    port {
      port = 80
    }
  }
}
resource "kubernetes_manifest" "wrong" {
  manifest = {
    apiVersion = "networking.k8s.io/v1"
    kind       = "Ingress"
    metadata   = { name = "wrong", namespace = var.namespace }
    spec       = { ingressClassName = "-" }
  }
}
