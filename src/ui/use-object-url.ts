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
 * An object URL for fetched bytes, revoked when they change; null without bytes. An object URL has
 * this page's origin, so everything except images and videos gets the type `octet-stream`.
 */
export function useObjectUrl(bytes: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (bytes === null) return
    const type = SAFE_TYPES.has(bytes.type) ? bytes.type : 'application/octet-stream'
    const created = URL.createObjectURL(bytes.slice(0, bytes.size, type))
    // The URL must be created and revoked in pairs, which needs an effect.
    // oxlint-disable-next-line react/set-state-in-effect
    setUrl(created)
    return () => {
      setUrl(null)
      URL.revokeObjectURL(created)
    }
  }, [bytes])
  return url
}
