import { setTimeout as sleep } from 'node:timers/promises'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'

import { cropPictures } from './images.ts'

const widths = [32, 64] as const
const ratio = 1
/** That of a test is this machine's, which has all turns. */
const network = undefined

function photo(input: { width: number; height: number }) {
  return sharp({ create: { ...input, channels: 3, background: '#1f6f54' } })
}

/** The metadata of the cropped pictures. */
async function crop(content: Uint8Array) {
  const pictures = await cropPictures({ content, widths, ratio, network })
  return pictures && Promise.all(pictures.map(async (picture) => sharp(picture.content).metadata()))
}

describe('a picture', () => {
  test.for(['jpeg', 'png', 'webp', 'avif'] as const)('as %s becomes square WebP in each width', async (format) => {
    const made = await crop(await photo({ width: 300, height: 200 }).toFormat(format).toBuffer())
    expect(made).toMatchObject([
      { format: 'webp', width: 32, height: 32 },
      { format: 'webp', width: 64, height: 64 },
    ])
  })

  test('is cropped around its centre to the requested ratio', async () => {
    const green = await photo({ width: 100, height: 300 }).png().toBuffer()
    const content = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#ff0000' } })
      .composite([{ input: green, left: 150, top: 0 }])
      .png()
      .toBuffer()
    const [made] = (await cropPictures({ content, widths: [60], ratio: 3 / 2, network })) ?? []
    expect(await sharp(made?.content).metadata()).toMatchObject({ format: 'webp', width: 60, height: 40 })
    const { data } = await sharp(made?.content).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const isRed = (x: number) => (data[(20 * 60 + x) * 3] ?? 0) > 200
    expect([isRed(3), isRed(30), isRed(56)]).toEqual([true, false, true])
  })

  test('loses its metadata about place and camera', async () => {
    const content = await photo({ width: 200, height: 200 })
      .withExif({
        IFD0: { Make: 'Senda', Copyright: 'Ana' },
        IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '34/1 54/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '56/1 9/1 0/1' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>Ana</a></x:xmpmeta>')
      .withIccProfile('p3')
      .jpeg()
      .toBuffer()
    const before = await sharp(content).metadata()
    expect([before.exif, before.xmp, before.icc].every(Boolean), 'the original has metadata').toBe(true)
    for (const made of (await crop(content)) ?? []) {
      expect(made).not.toHaveProperty('exif')
      expect(made).not.toHaveProperty('xmp')
      expect(made).not.toHaveProperty('icc')
      expect(made).not.toHaveProperty('orientation')
    }
  })

  test('is upright in every orientation of the camera', async () => {
    // Orientation 6 turns the picture by a quarter, so that its red left half becomes the upper half.
    const red = await sharp({ create: { width: 50, height: 100, channels: 3, background: '#ff0000' } })
      .png()
      .toBuffer()
    const lying = await photo({ width: 100, height: 100 })
      .composite([{ input: red, left: 0, top: 0 }])
      .withMetadata({ orientation: 6 })
      .png()
      .toBuffer()
    const [picture] = (await cropPictures({ content: lying, widths: [64], ratio, network })) ?? []
    const { data } = await sharp(picture?.content).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const redAt = (x: number, y: number) => (data[(y * 64 + x) * 3] ?? 0) > 200
    expect([redAt(10, 5), redAt(55, 5), redAt(10, 58), redAt(55, 58)]).toEqual([true, true, false, false])
  })

  test('of one pixel, in grey, with transparency or animated is accepted as well', async () => {
    expect(await crop(await photo({ width: 1, height: 1 }).png().toBuffer())).toHaveLength(2)
    expect(await crop(await photo({ width: 90, height: 10 }).greyscale().jpeg().toBuffer())).toHaveLength(2)
    const clear = sharp({ create: { width: 80, height: 80, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    expect(await crop(await clear.png().toBuffer())).toMatchObject([{ hasAlpha: true }, { hasAlpha: true }])
    const moving = await sharp(
      [await photo({ width: 40, height: 40 }).png().toBuffer(), await clear.png().toBuffer()],
      {
        join: { animated: true },
      },
    )
      .webp()
      .toBuffer()
    expect(await crop(moving)).toHaveLength(2)
  })
})

describe('a file that is not accepted as a picture', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'

  test.for([
    ['an empty file', Buffer.alloc(0)],
    ['text', Buffer.from('esto no es una imagen')],
    ['a drawing that could carry a script', Buffer.from(svg)],
    ['such a drawing behind a prologue', Buffer.from(`<?xml version="1.0"?><!-- x -->${svg}`)],
    ['an HTML page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['the first bytes of a PNG and nothing more', Buffer.from('89504e470d0a1a0a', 'hex')],
    ['a PDF', Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj<<>>endobj')],
    ['noise', Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 251))],
  ] as const)('is %s', async ([, content]) => {
    expect(await crop(content)).toBeUndefined()
  })

  test.for(['gif', 'tiff'] as const)(
    'is of a format that the library reads and Senda does not accept: %s',
    async (format) => {
      const content = await photo({ width: 50, height: 50 }).toFormat(format).toBuffer()
      expect(await crop(content)).toBeUndefined()
    },
  )

  test('is truncated', async () => {
    const noisy = Buffer.from(Array.from({ length: 200 * 200 * 3 }, (_, at) => (at * at * 31) % 255))
    const image = sharp(noisy, { raw: { width: 200, height: 200, channels: 3 } })
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const whole = await image.clone().toFormat(format).toBuffer()
      expect(await crop(whole), format).toHaveLength(2)
      expect(await crop(whole.subarray(0, whole.length / 2)), format).toBeUndefined()
    }
  })

  test('of many scans is refused without being decoded, and an ordinary progressive one is accepted', async () => {
    const progressive = await photo({ width: 300, height: 200 }).jpeg({ progressive: true }).toBuffer()
    expect(await crop(progressive)).toHaveLength(2)
    expect(await crop(withThumbnail(progressive, 20))).toHaveLength(2)
    expect(await crop(withThumbnail(progressive, 21))).toBeUndefined()
  })

  test('has too many pixels, and is refused without being decoded', async () => {
    const bomb = hugePng({ side: 30_000 })
    expect(bomb.length).toBeLessThan(1_000_000)
    const startedAt = performance.now()
    const memory = process.memoryUsage().rss
    expect(await crop(bomb)).toBeUndefined()
    expect(performance.now() - startedAt).toBeLessThan(5000)
    expect(process.memoryUsage().rss - memory).toBeLessThan(100_000_000)
  })
})

const startOfScan = Buffer.from([0xff, 0xda])

function countScans(picture: Buffer): number {
  let scans = 0
  for (let at = picture.indexOf(startOfScan); at !== -1; at = picture.indexOf(startOfScan, at + 2)) scans += 1
  return scans
}

/** The JPEG with a comment in which further scans begin, until it has so many. */
function withThumbnail(picture: Buffer, count: number): Buffer {
  const begun = Buffer.concat(Array.from({ length: count - countScans(picture) }, () => startOfScan))
  const segment = Buffer.from([0xff, 0xfe, 0, begun.length + 2])
  return Buffer.concat([picture.subarray(0, 2), segment, begun, picture.subarray(2)])
}

/** The progressive JPEG with its last scan repeated until it has so many. */
function withScans(progressive: Buffer, count: number): Buffer {
  const lastScan = progressive.subarray(progressive.lastIndexOf(startOfScan), -2)
  const repeated = Array.from({ length: count - countScans(progressive) }, () => lastScan)
  return Buffer.concat([progressive.subarray(0, -2), ...repeated, progressive.subarray(-2)])
}

/** A black and white square, which compresses to nearly nothing. */
function hugePng({ side }: { side: number }): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))), { level: 9 })
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

test('pictures of the largest size are decoded one at a time', async () => {
  const content = await photo({ width: 4096, height: 4096 }).png().toBuffer()
  const ended: number[] = []
  const counts = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const pictures = await cropPictures({ content, widths: [32], ratio, network })
      ended.push(performance.now())
      return pictures?.length
    }),
  )
  expect(counts).toEqual([1, 1, 1, 1])
  // In parallel they would end together.
  const gaps = ended.slice(1).map((at, index) => at - (ended[index] ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThan(5)
}, 60_000)

test('the pictures of many accounts of one network leave a turn for the picture of another', async () => {
  const progressive = await photo({ width: 2000, height: 2000 }).jpeg({ progressive: true }).toBuffer()
  const expensive = withScans(progressive, 20)
  const small = await photo({ width: 300, height: 200 }).jpeg().toBuffer()
  const ended: string[] = []
  const send = async (content: Buffer, from: string) => {
    await cropPictures({ content, widths: [32], ratio, network: from })
    ended.push(from)
  }
  const crowd = Array.from({ length: 8 }, () => send(expensive, '203.0.113.9'))
  await sleep(1)
  await send(small, '198.51.100.7')
  // Of the crowd, one is being converted and at most one more waits before it.
  expect(ended.filter((from) => from === '203.0.113.9').length).toBeLessThanOrEqual(2)
  await Promise.all(crowd)
}, 60_000)
