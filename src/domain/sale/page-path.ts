/** The decoded segments of a path. A segment that is not well encoded stays as it is. */
export function pathSegments(path: string): string[] {
  return path.split('/').filter(Boolean).map(decode)
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Whether a path has the form of a pattern, in which segments such as `:id` take any text. */
export function matchesPath(pattern: string, path: string): boolean {
  const segments = path.split('/').filter(Boolean)
  const parts = pattern.split('/').filter(Boolean)
  return (
    parts.length === segments.length &&
    parts.every((part, index) => part.startsWith(':') || part === segments[index])
  )
}
