/** How many Update entries a server keeps. Upstream: apimachinery internal/fieldmanager.go DefaultMaxUpdateManagers. */
export const mostUpdaters = 10;
