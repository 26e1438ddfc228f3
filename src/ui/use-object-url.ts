import { useEffect, useState } from 'react'

const SAFE_TYPES = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'video/mp4',
  'video/webm',
])

/**
 * An address for fetched bytes, released with them; null while there are none. An object URL has
 * this page's origin, so anything but a picture or a video becomes plain bytes.
 */
export function useObjectUrl(bytes: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (bytes === null) return
    const type = SAFE_TYPES.has(bytes.type) ? bytes.type : 'application/octet-stream'
    const made = URL.createObjectURL(bytes.slice(0, bytes.size, type))
    // The address must be made and released as a pair, which only an effect does.
    // oxlint-disable-next-line react/set-state-in-effect
    setUrl(made)
    return () => {
      setUrl(null)
      URL.revokeObjectURL(made)
    }
  }, [bytes])
  return url
}
