import type { Sharp, SharpOptions } from 'sharp'
import { documentPagePixels, type PictureFault } from '#contract/files.ts'
import { createSharedLimiter } from './sender-limiters.ts'

type CreateSharp = (content: Uint8Array, options: SharpOptions) => Sharp

/** The library is loaded with the first picture: a server starts far more often than it needs its native code. */
async function loadSharp(): Promise<CreateSharp> {
  const { default: sharp } = await import('sharp')
  // Uploads are untrusted, so only these four formats are decoded, recognised by content and not by name.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpeg',
      'VipsForeignLoadPng',
      'VipsForeignLoadWebp',
      // AVIF, and HEIC where the library was built with it.
      'VipsForeignLoadHeif',
    ],
  })
  // One thread for each picture and no cache: pictures are rare, and the server has other work.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

let loading: Promise<CreateSharp> | undefined
function requireSharp(): Promise<CreateSharp> {
  loading ??= loadSharp()
  return loading
}

/**
 * This is above a phone's usual picture, which the browser reduces first anyway. A small file that decodes to more
 * pixels is refused before it is decoded.
 */
const maxPixels = 4096 * 4096
const decodeSeconds = 5
/** Decoding an AVIF takes about 18 bytes a pixel, any other picture 3, so an AVIF may have half as many. */
const avifWeight = 2
/**
 * Pixels of the whole process: one picture of the largest size, or up to four smaller ones. Half of them are for one network, whose
 * further pictures wait apart: any number of accounts of one network leave the others their turns.
 */
const takeTurn = createSharedLimiter({ atOnce: maxPixels, ofSender: maxPixels / 2, patienceMs: 10_000 })
const leastPixels = maxPixels / 4
/** A camera's progressive JPEG has about ten. A decoder reads each over all pixels, and no timeout ends it before the first line. */
const maxScans = 20
const startOfScan = Buffer.from([0xff, 0xda])

/**
 * The picture as WebP in each of these widths: upright, cropped at its centre to the shape that `ratio` (width by height) gives,
 * and without metadata. Undefined for a file that is not a complete picture.
 * @throws QueueTimeoutError when too many pictures are being converted.
 */
export async function cropPictures<Width extends number>({
  ratio,
  content,
  widths,
  network,
}: {
  content: Uint8Array
  widths: readonly Width[]
  ratio: number
  /** Whose turns it takes; undefined for this machine. */
  network: string | undefined
}): Promise<{ width: Width; content: Uint8Array }[] | undefined> {
  const heightOf = (width: number) => Math.round(width / ratio)
  const cost = await readCost(content)
  if (cost === undefined || cost.pixels > maxPixels) return undefined
  return takeTurn(
    network,
    async () => {
      const widest = Math.max(...widths)
      const decoded = await decode({ content, width: widest, height: heightOf(widest) })
      if (!decoded) return undefined
      const { data, info } = decoded
      const { width, height, channels } = info
      const sharp = await requireSharp()
      return Promise.all(
        widths.map(async (each) => ({
          width: each,
          content: await sharp(data, { raw: { width, height, channels } })
            .resize(each, heightOf(each))
            .webp({ quality: 82 })
            .toBuffer(),
        })),
      )
    },
    Math.max(cost.pixels * cost.scans, leastPixels),
  )
}

/** The quality, and the part of the width and height that stays. */
const pageAttempts = [
  { quality: 82, scale: 1 },
  { quality: 65, scale: 1 },
  { quality: 60, scale: 0.75 },
] as const

export type PictureOfPage = { content: Uint8Array; width: number; height: number }

/**
 * The picture as an upright JPEG for a page of a document: whole, reduced to what a page needs, white where it is transparent, and
 * without metadata. @returns why it cannot be one, too. @throws QueueTimeoutError when too many pictures are being converted.
 */
export async function convertToPage({
  content,
  maxBytes,
  network,
}: {
  content: Uint8Array
  maxBytes: number
  /** Whose turns it takes; undefined for this machine. */
  network: string | undefined
}): Promise<PictureOfPage | PictureFault> {
  const cost = await readCost(content)
  if (cost === undefined) return 'unreadable'
  if (cost.pixels > maxPixels) return 'too_many_pixels'
  return takeTurn(
    network,
    async () => {
      const decoded = await decodePage(content)
      if (!decoded) return 'unreadable'
      const { data, info } = decoded
      const sharp = await requireSharp()
      for (const { quality, scale } of pageAttempts) {
        const made = await sharp(data, { raw: info })
          .resize(Math.max(1, Math.round(info.width * scale)))
          .jpeg({ quality })
          .toBuffer({ resolveWithObject: true })
        if (made.data.length <= maxBytes)
          return { content: made.data, width: made.info.width, height: made.info.height }
      }
      return 'too_heavy'
    },
    Math.max(cost.pixels * cost.scans, leastPixels),
  )
}

async function decodePage(content: Uint8Array) {
  const sharp = await requireSharp()
  try {
    const picture = sharp(content, { limitInputPixels: maxPixels, failOn: 'error' }).timeout({ seconds: decodeSeconds })
    const { width, height } = await picture.metadata()
    const scale = Math.min(1, Math.sqrt(documentPagePixels / (width * height)))
    const longest = Math.max(1, Math.round(Math.max(width, height) * scale))
    return await picture
      .autoOrient()
      .resize(longest, longest, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
  } catch {
    return undefined
  }
}

/**
 * The pixels that the picture's header states, however many, and how often a decoder reads them; undefined for another file, and for
 * a JPEG that is expensive on purpose. Decoding refuses a picture with a false header.
 */
async function readCost(content: Uint8Array): Promise<{ pixels: number; scans: number } | undefined> {
  const sharp = await requireSharp()
  const scans = isJpeg(content) ? countScans(content) : 1
  if (scans > maxScans) return undefined
  try {
    const { width, height, format } = await sharp(content, { limitInputPixels: false }).metadata()
    return { pixels: width * height * (format === 'heif' ? avifWeight : 1), scans: Math.max(scans, 1) }
  } catch {
    return undefined
  }
}

async function decode({ content, width, height }: { content: Uint8Array; width: number; height: number }) {
  const sharp = await requireSharp()
  try {
    return await sharp(content, { limitInputPixels: maxPixels, failOn: 'error' })
      .timeout({ seconds: decodeSeconds })
      .autoOrient()
      .resize(width, height, { fit: 'cover' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
  } catch {
    // The library distinguishes its errors by message only; here each is about the picture.
    return undefined
  }
}

const isJpeg = (content: Uint8Array) => content[0] === 0xff && content[1] === 0xd8

/**
 * Compressed data never has the two bytes of a scan's beginning, so each is one, also of a thumbnail. Counts up to one more than
 * are accepted.
 */
function countScans(content: Uint8Array): number {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  let count = 0
  for (let at = bytes.indexOf(startOfScan); at !== -1; at = bytes.indexOf(startOfScan, at + 2)) {
    count += 1
    if (count > maxScans) return count
  }
  return count
}
