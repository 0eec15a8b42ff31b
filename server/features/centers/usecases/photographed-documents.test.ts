import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ComplianceCheck } from '#contract/compliance.ts'
import { documentMaxBytes } from '#contract/files.ts'
import { faultOfPdf } from '#server/platform/documents.ts'
import { makePdfOfPictures } from '#server/platform/pictures-to-pdf.ts'
import { buildDocuments, type Documents } from '#server/testing/documents.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { countRows, register } from '#server/testing/registrations.ts'
import { listStoredFiles, pdf, photo, type Upload } from '#server/testing/uploads.ts'

let platform: TestPlatform
let documents: Documents
beforeEach(async () => {
  platform = await testPlatform()
  documents = await buildDocuments(platform)
})

const jpeg = (content: Uint8Array | string, name = 'IMG_1.jpg'): Upload => ({ content, name, type: 'image/jpeg' })

async function readStored(name: string) {
  const content = new Uint8Array(await readFile(join(platform.settings.dataDir, 'files', name)))
  return { content, text: Buffer.from(content).toString('latin1') }
}

/** The width and height in points of each page. */
function pagesOf(text: string): [number, number][] {
  return [...text.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) => [
    Math.round(Number(width)),
    Math.round(Number(height)),
  ])
}

/** Each picture of the PDF. */
function picturesOf(content: Uint8Array, text: string): Promise<{ width: number; height: number; exif?: Buffer }[]> {
  const starts = [...text.matchAll(/\/Filter \/DCTDecode\n\/Length (\d+)|\/Length (\d+)\n\/Filter \/DCTDecode/g)]
  return Promise.all(
    starts.map((found) => {
      const from = text.indexOf('stream\n', found.index) + 'stream\n'.length
      return sharp(content.subarray(from, from + Number(found[1] ?? found[2]))).metadata()
    }),
  )
}

describe('a document that was photographed', () => {
  test('is stored as one PDF, with a page for each picture in their order, upright and without metadata', async () => {
    const sideways = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#fff' } })
      .withExif({ IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '34/1 54/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const clear = await sharp({ create: { width: 200, height: 100, channels: 4, background: '#0000' } })
      .png()
      .toBuffer()
    const webp = await sharp(await photo({ width: 90, height: 90 }))
      .webp()
      .toBuffer()
    const response = await documents.upload([
      jpeg(sideways, 'Título de grado.JPG'),
      { content: clear, name: 'dorso.png' },
      { content: webp, name: 'sello.webp' },
    ])
    expect(response.status).toBe(201)
    expect(await response.json()).toMatchObject({ status: 'pending', fileName: 'Título de grado.pdf' })
    const names = await listStoredFiles(platform)
    expect(names).toEqual([expect.stringMatching(/^document-[\w-]{43}\.pdf$/)])
    const { content, text } = await readStored(names[0] ?? '')
    expect(await faultOfPdf(content)).toBeUndefined()
    expect(pagesOf(text)).toEqual([
      [561, 842],
      [842, 421],
      [595, 595],
    ])
    const pictures = await picturesOf(content, text)
    expect(pictures.map(({ width, height, exif }) => [width > height, exif])).toEqual([
      [false, undefined],
      [true, undefined],
      [false, undefined],
    ])
    expect(pictures.map(({ width, height }) => width * height < 1.01 * 1654 * 2339)).toEqual([true, true, true])
    expect(text).not.toContain('GPS')
  })

  test('as one picture is a PDF of one page, which its owner and staff read as any other', async () => {
    const response = await documents.upload(jpeg(await photo()))
    const { id, fileName } = (await response.json()) as ComplianceCheck
    expect([response.status, fileName]).toEqual([201, 'IMG_1.pdf'])
    const file = await documents.send(`/${id}/file`)
    expect([file.headers.get('content-type'), (await file.text()).slice(0, 5)]).toEqual(['application/pdf', '%PDF-'])
  })

  const bomb = sharp({
    create: { width: 6000, height: 4000, channels: 3, background: '#fff' },
    limitInputPixels: false,
  })
  test.for<[string, () => Promise<Upload[]>, string]>([
    [
      'a truncated picture',
      async () => [jpeg(await photo()), jpeg((await photo()).subarray(0, 400))],
      'La foto 2 no se puede abrir o está incompleta.',
    ],
    [
      'a text with the name of a picture',
      async () => [jpeg('hola'), jpeg(await photo())],
      'La foto 1 no se puede abrir o está incompleta.',
    ],
    [
      'a drawing that could carry a script',
      async () => [jpeg('<svg xmlns="http://www.w3.org/2000/svg"/>'), jpeg(await photo())],
      'La foto 1 no se puede abrir',
    ],
    [
      'a picture with too many pixels',
      async () => [jpeg(await bomb.clone().png({ compressionLevel: 9 }).toBuffer())],
      'La foto tiene demasiados píxeles.',
    ],
    [
      'a PDF among the pictures',
      async () => [jpeg(await photo()), { content: pdf(), name: 'b.pdf' }],
      'Envía un solo PDF, o solo fotos.',
    ],
    [
      'more than ten pictures',
      async () => Array.from({ length: 11 }, () => jpeg('x')),
      'Un documento puede tener hasta 10 fotos',
    ],
    [
      'pictures of more than 10 MB together',
      async () => [jpeg(new Uint8Array(6_000_000)), jpeg(new Uint8Array(4_000_001))],
      'El documento puede pesar hasta 10 MB',
    ],
  ])('with %s is refused beside its field, and nothing is stored', async ([, build, message]) => {
    const response = await documents.upload(await build())
    const body = (await response.json()) as { data: { fields: { path: string; message: string }[] } }
    expect([response.status, body.data.fields]).toEqual([
      422,
      [{ path: 'file', message: expect.stringContaining(message) }],
    ])
    expect([await documents.list(), await listStoredFiles(platform)]).toEqual([[], []])
  })

  test('of pictures that hardly compress is made with less quality, within the size of a document', async () => {
    const noise = Buffer.from(Array.from({ length: 1200 * 1600 * 3 }, (_, at) => (at * at * 31 + at * 7) % 251))
    const content = await sharp(noise, { raw: { width: 1200, height: 1600, channels: 3 } })
      .png({ compressionLevel: 1 })
      .toBuffer()
    const input = { sender: 'a', network: undefined, pictures: [content], title: 'a', now: new Date() }
    const whole = await makePdfOfPictures({ ...input, maxBytes: documentMaxBytes })
    const size = 'pdf' in whole ? whole.pdf.length : 0
    const smaller = await makePdfOfPictures({ ...input, maxBytes: size - 1 })
    expect('pdf' in smaller && smaller.pdf.length < size).toBe(true)
    expect(await makePdfOfPictures({ ...input, maxBytes: 40_000 })).toEqual({ place: 1, fault: 'too_heavy' })
  })
})

test('a registration takes the photographs of a certification, and names the one that is refused', async () => {
  const before = await countRows(platform)
  const broken = await register(platform, { files: { certifications: [jpeg(await photo()), jpeg('hola')] } })
  expect(broken).toMatchObject({
    status: 422,
    body: { data: { fields: [{ path: 'certifications', message: expect.stringContaining('La foto 2') }] } },
  })
  expect(await countRows(platform)).toEqual(before)
  const { status } = await register(platform, { files: { certifications: [jpeg(await photo()), jpeg(await photo())] } })
  expect([status, (await listStoredFiles(platform)).length]).toEqual([201, 1])
})
