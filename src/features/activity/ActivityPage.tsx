/** Not built yet. */
export function ActivityPage() {
  return null
}
