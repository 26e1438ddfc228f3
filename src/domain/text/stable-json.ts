/** JSON with sorted keys: equal values give equal text. */
export function stableJson(value: unknown): string {
  const text = JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
  return text ?? ''
}
