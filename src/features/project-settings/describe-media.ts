const NAMES: Record<string, string> = {
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/gif': 'GIF',
  'image/webp': 'WebP',
  'video/mp4': 'MP4',
  'video/webm': 'WebM',
}

const MAX_MEDIA_BYTES = 50_000_000

/** "214 KB", "20.5 MB": 1 kB is 1000 bytes (contract). */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1_000))} KB`
  return `${(Math.round(bytes / 100_000) / 10).toString()} MB`
}

/** "PNG, 1280 × 720, 214 KB"; the size in pixels once it is known. */
export function describeMedia(
  media: { type: string; size: number },
  pixels: { width: number; height: number } | null,
): string {
  const name = Object.hasOwn(NAMES, media.type) ? NAMES[media.type] : media.type
  const parts = [name, pixels && `${pixels.width} × ${pixels.height}`, formatBytes(media.size)]
  return parts.filter(Boolean).join(', ')
}

/** Why a file can't be uploaded, or null if it can. The server checks the content. */
export function validateMedia(file: { type: string; size: number }): string | null {
  if (!/^(?:image|video)\//.test(file.type)) return 'Must be an image or a video'
  if (file.size > MAX_MEDIA_BYTES) return `Must be at most ${formatBytes(MAX_MEDIA_BYTES)}`
  return file.size === 0 ? 'The file is empty' : null
}
