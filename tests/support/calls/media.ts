import sharp from 'sharp'

/** An image of this size in one colour. */
export async function picture(
  format: 'png' | 'jpeg' | 'webp' | 'gif' | 'avif' | 'tiff',
  width: number,
  height: number,
  { orientation }: { orientation?: number } = {},
): Promise<Buffer> {
  const image = sharp({ create: { width, height, channels: 3, background: '#2ebfa5' } })
  const turned = orientation === undefined ? image : image.withMetadata({ orientation })
  return await turned.toFormat(format).toBuffer()
}

/** A minimal MP4: a `ftyp` box, then `bytes` of media data. */
export function video(bytes = 1000, fill = 7): Buffer {
  const type = Buffer.concat([box(24, 'ftyp'), Buffer.from('isom\0\0\x02\0isommp42', 'latin1')])
  return Buffer.concat([type, box(8 + bytes, 'mdat'), Buffer.alloc(bytes, fill)])
}

/** A minimal WebM: an EBML header with that document type. */
export function webm(bytes = 1000): Buffer {
  const docType = Buffer.concat([Buffer.from([0x42, 0x82, 0x84]), Buffer.from('webm')])
  const head = Buffer.concat([
    Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x80 + docType.length]),
    docType,
  ])
  return Buffer.concat([head, Buffer.alloc(bytes)])
}

function box(size: number, type: string): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(size)
  head.write(type, 4, 'latin1')
  return head
}
