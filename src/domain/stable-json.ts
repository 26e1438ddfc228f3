/** JSON with sorted keys: two spellings of one value are one text. */
export function stableJson(value: unknown): string {
  const text = JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
  return text ?? ''
}
