# What the script terraform.sh applies: what is there already becomes its own.
import {
  to = kubernetes_config_map_v1.found
  id = "${var.namespace}/found"
}
