import { type FileKind, kindOfFile } from './file-signature.ts'

/** A chosen file that cannot become a photo; the message is an instruction for the user. */
export class UnusablePicture extends Error {}

/** The chosen picture, upright and small enough for a phone to move it smoothly. */
export type Picture = {
  canvas: HTMLCanvasElement
  /** An object URL of the same pixels. Release it with `URL.revokeObjectURL`. */
  url: string
  /** The file itself, in a browser that turns what is read from a canvas into noise: the server crops it at its centre. */
  original?: File
}

const longestSide = 2048
// A panorama keeps enough height for a sharp square, within the canvas limits.
const shortestCroppedSide = 640
export const longestCanvas = 8192
const shortestSide = 64
// A decoded picture needs four bytes per pixel: with more pixels a phone closes the page.
const maxPixels = 64_000_000
const maxFileBytes = 60_000_000

const notAnImage = 'Ese archivo no es una imagen que podamos usar. Prueba con una foto JPG, PNG o WebP.'
const heic =
  'Este navegador no abre fotos HEIC. Guárdala como JPG y elígela otra vez; en un iPhone, en Ajustes › Cámara › ' +
  'Formatos, «Más compatible» las toma así desde el principio.'

const pictureKinds: readonly FileKind[] = ['jpeg', 'png', 'gif', 'webp', 'bmp', 'avif']

/** The picture's pixels, upright. @throws UnusablePicture */
export async function openBitmap(file: File): Promise<ImageBitmap> {
  const kind = await kindOfFile(file).catch((cause: unknown) => {
    throw new UnusablePicture('No pudimos leer ese archivo. Elígelo otra vez.', { cause })
  })
  const isHeic = kind === 'heic' || looksLikeHeic(file)
  if (!isHeic && (kind === undefined || !pictureKinds.includes(kind))) throw new UnusablePicture(notAnImage)
  if (file.size > maxFileBytes)
    throw new UnusablePicture(`Ese archivo pesa demasiado. Elige una foto de menos de ${maxFileBytes / 1_000_000} MB.`)
  const unreadable = isHeic ? heic : notAnImage

  const { width, height } = await sizeOf(file, unreadable)
  if (width * height > maxPixels) {
    throw new UnusablePicture(
      `Esa foto es demasiado grande (${width} × ${height} píxeles). Achícala, o toma otra con menos resolución.`,
    )
  }
  if (Math.min(width, height) < shortestSide) {
    throw new UnusablePicture(
      `Esa imagen es demasiado pequeña (${width} × ${height} píxeles). Elige una de ${shortestSide} × ${shortestSide} o más.`,
    )
  }

  // It applies the orientation that cameras store. Older browsers refuse the option by which that could be asked for.
  return await createImageBitmap(file).catch((cause: unknown) => {
    throw new UnusablePicture(unreadable, { cause })
  })
}

/** @throws UnusablePicture */
export async function openPicture(file: File): Promise<Picture> {
  const bitmap = await openBitmap(file)
  const longest = Math.max(bitmap.width, bitmap.height)
  const neededScale = Math.max(longestSide / longest, shortestCroppedSide / Math.min(bitmap.width, bitmap.height))
  const scale = Math.min(1, neededScale, longestCanvas / longest)
  const canvas = draw({
    source: bitmap,
    area: { x: 0, y: 0, width: bitmap.width, height: bitmap.height },
    width: Math.round(bitmap.width * scale),
    height: Math.round(bitmap.height * scale),
  })
  bitmap.close()
  if (falsifiesCanvas()) return { canvas, url: URL.createObjectURL(file), original: file }
  return { canvas, url: URL.createObjectURL(await encode(canvas, 0.9)) }
}

/** One colour, read back. Some protections against recognition change a pixel by one or two, which does no harm. */
const probe = { color: '#204060', pixel: [0x20, 0x40, 0x60, 0xff], side: 8, tolerated: 8 } as const

/** Whether this browser protects its visitor from being recognised by returning noise, or white, for every canvas. */
export function falsifiesCanvas(): boolean {
  const { color, pixel, side, tolerated } = probe
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (!context) return false
  context.fillStyle = color
  context.fillRect(0, 0, side, side)
  const { data } = context.getImageData(0, 0, side, side)
  const difference = data.reduce((sum, value, index) => sum + Math.abs(value - (pixel[index % 4] ?? 0)), 0)
  return difference / data.length > tolerated
}

export type Area = { x: number; y: number; width: number; height: number }

/** The target of a crop: its shape (width by height), its maximum width in pixels, its maximum bytes. */
export type PictureCrop = { ratio: number; width: number; maxBytes: number; fileName: string }

export const qualities = [0.9, 0.8, 0.65, 0.5, 0.3]

/** The cropped part of the picture as the file to send, white where the area exceeds the picture. */
export async function cropPicture(input: { picture: Picture; area: Area } & PictureCrop): Promise<File> {
  const { original } = input.picture
  if (original) {
    if (original.size <= input.maxBytes) return original
    const megabytes = Math.floor(input.maxBytes / 1_000_000)
    throw new UnusablePicture(
      `Tu navegador protege tus fotos y no nos deja achicarlas. Elige una de menos de ${megabytes} MB, o prueba con otro navegador.`,
    )
  }
  const width = Math.min(input.width, Math.round(input.area.width))
  const height = Math.round(width / input.ratio)
  const canvas = draw({ source: input.picture.canvas, area: input.area, width, height })
  for (const quality of qualities) {
    const blob = await encode(canvas, quality)
    if (blob.size <= input.maxBytes) return new File([blob], input.fileName, { type: blob.type })
  }
  throw new UnusablePicture('No pudimos achicar esa foto lo suficiente. Prueba con otra.')
}

export function draw(input: {
  source: CanvasImageSource
  area: Area
  width: number
  height: number
}): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = input.width
  canvas.height = input.height
  const context = canvas.getContext('2d')
  if (!context) throw new UnusablePicture('Este navegador no puede preparar la foto. Prueba con otro.')
  // JPEG has no transparency: transparent pixels would turn black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, input.width, input.height)
  context.imageSmoothingQuality = 'high'
  const { x, y, width, height } = input.area
  context.drawImage(input.source, x, y, width, height, 0, 0, input.width, input.height)
  return canvas
}

export function encode(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new UnusablePicture('No pudimos preparar la foto. Prueba con otra.'))),
      'image/jpeg',
      quality,
    )
  })
}

/**
 * Reads the size by an image element, which needs only the header: a picture of 200 megapixels must not be decoded for
 * it.
 */
async function sizeOf(file: File, unreadable: string): Promise<{ width: number; height: number }> {
  const image = new Image()
  const url = URL.createObjectURL(file)
  try {
    await new Promise((resolve, reject) => {
      image.onload = resolve
      image.onerror = () => reject(new UnusablePicture(unreadable))
      image.src = url
    })
    return { width: image.naturalWidth, height: image.naturalHeight }
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** Checks the file name, too, because not every system reports the type. */
function looksLikeHeic(file: File): boolean {
  return /\.(?:heic|heif)$/i.test(file.name) || /hei[cf]/.test(file.type)
}
