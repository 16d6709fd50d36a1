# What the script terraform.sh applies: what no server knows.
resource "kubernetes_manifest" "field" {
  manifest = {
    apiVersion = "v1"
    kind       = "ConfigMap"
    metadata   = { name = "unknown", namespace = var.namespace }
    dat        = { a = "1" }
  }
}
resource "kubernetes_manifest" "kind" {
  manifest = {
    apiVersion = "nowhere.example.com/v1"
    kind       = "Nothing"
    metadata   = { name = "unknown", namespace = var.namespace }
  }
}
