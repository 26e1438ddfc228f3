type Part =
  | { name: string; value: string }
  | { name: string; file: Buffer; filename?: string; type?: string }

const BOUNDARY = 'saleroom-test-boundary'

/** A multipart form for `inject`: the body and the header that names its boundary. */
export function multipart(...parts: Part[]): { body: Buffer; headers: Record<string, string> } {
  const pieces = parts.flatMap((part) => {
    const isFile = 'file' in part
    const name = `form-data; name="${part.name}"`
    const head = isFile
      ? `content-disposition: ${name}; filename="${part.filename ?? 'a.bin'}"\r\ncontent-type: ${part.type ?? 'application/octet-stream'}`
      : `content-disposition: ${name}`
    return [
      Buffer.from(`--${BOUNDARY}\r\n${head}\r\n\r\n`),
      isFile ? part.file : Buffer.from(part.value),
      Buffer.from('\r\n'),
    ]
  })
  return {
    body: Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  }
}
