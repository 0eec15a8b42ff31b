import { draw, encode, falsifiesCanvas, longestCanvas, openBitmap, qualities, UnusablePicture } from './picture.ts'

/** What a page of a document needs at most. */
export type PageLimits = { pixels: number; maxBytes: number }

/** The picture as the file to send: upright, and reduced so that its text stays readable. @throws UnusablePicture */
export async function preparePage(file: File, { pixels, maxBytes }: PageLimits): Promise<File> {
  const bitmap = await openBitmap(file)
  try {
    // Noise is no page, so the server reduces the file itself.
    if (falsifiesCanvas()) return file
    const { width, height } = bitmap
    const scale = Math.min(1, Math.sqrt(pixels / (width * height)), longestCanvas / Math.max(width, height))
    const canvas = draw({
      source: bitmap,
      area: { x: 0, y: 0, width, height },
      width: Math.max(1, Math.round(width * scale)),
      height: Math.max(1, Math.round(height * scale)),
    })
    for (const quality of qualities) {
      const page = await encode(canvas, quality)
      if (page.size <= maxBytes) return new File([page], `${stemOf(file.name)}.jpg`, { type: page.type })
    }
    throw new UnusablePicture('No pudimos achicar esa foto lo suficiente. Prueba con otra.')
  } finally {
    bitmap.close()
  }
}

function stemOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(0, dot) : name
}
