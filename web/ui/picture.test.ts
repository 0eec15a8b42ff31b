import { afterEach, expect, test, vi } from 'vitest'
import { cropPicture, openPicture } from './picture.ts'

afterEach(() => vi.unstubAllGlobals())

/** A browser whose canvases return this colour for every pixel that is read. */
function openBrowser(readPixel: readonly number[]): void {
  const context = {
    fillRect: () => undefined,
    drawImage: () => undefined,
    getImageData: (_x: number, _y: number, width: number, height: number) => ({
      data: Uint8ClampedArray.from({ length: width * height * 4 }, (_, index) => readPixel[index % 4] ?? 0),
    }),
  }
  const createElement = () => ({
    getContext: () => context,
    toBlob: (done: (blob: Blob) => void) => done(new Blob(['noise'], { type: 'image/jpeg' })),
  })
  vi.stubGlobal('document', { createElement })
  vi.stubGlobal('createImageBitmap', async (_: Blob, options?: ImageBitmapOptions) => {
    // As Safari 16.4 and Chrome 111 do, which don't know this value.
    if (options?.imageOrientation === 'from-image') throw new TypeError('not a valid enum value')
    return { width: 900, height: 600, close: () => undefined }
  })
  vi.stubGlobal(
    'Image',
    class {
      naturalWidth = 900
      naturalHeight = 600
      onload = () => undefined
      set src(_: string) {
        queueMicrotask(this.onload)
      }
    },
  )
}

const jpeg = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1])], 'yo.jpg')
const crop = {
  area: { x: 0, y: 0, width: 600, height: 600 },
  ratio: 1,
  width: 512,
  maxBytes: 1000,
  fileName: 'foto.jpg',
}

test.each([
  ['true colours', [0x20, 0x40, 0x60, 0xff]],
  ['colours that a protection changed by one', [0x21, 0x3f, 0x60, 0xff]],
])('a browser that reads %s crops the photo itself', async (_, pixel) => {
  openBrowser(pixel)
  const picture = await openPicture(jpeg)
  expect(picture.original).toBeUndefined()
  expect((await cropPicture({ picture, ...crop })).name).toBe('foto.jpg')
})

test.each([
  ['white', [255, 255, 255, 255]],
  ['noise', [140, 12, 230, 77]],
])('a browser that reads %s instead of the photo sends the file as it is', async (_, pixel) => {
  openBrowser(pixel)
  const picture = await openPicture(jpeg)
  expect(await cropPicture({ picture, ...crop })).toBe(jpeg)
  await expect(cropPicture({ picture, ...crop, maxBytes: 5 })).rejects.toThrow('Tu navegador protege tus fotos')
})
