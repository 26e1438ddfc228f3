export function ConnectionsPage() {
  return null
}
