import sharp from 'sharp'

export interface UploadFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** An image of this size in one colour, as a file to upload. */
export async function pictureFile(
  name: string,
  width: number,
  height: number,
): Promise<UploadFile> {
  const image = sharp({ create: { width, height, channels: 3, background: '#2ebfa5' } })
  return { name, mimeType: 'image/png', buffer: await image.png().toBuffer() }
}

/** A file of about `bytes` bytes that programs recognize as MP4. */
export function videoFile(name: string, bytes: number): UploadFile {
  const head = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp42', 'latin1')
  const data = Buffer.alloc(8 + bytes, 7)
  data.writeUInt32BE(data.length)
  data.write('mdat', 4, 'latin1')
  return { name, mimeType: 'video/mp4', buffer: Buffer.concat([head, data]) }
}
