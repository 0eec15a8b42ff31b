/**
 * The pictures that people upload. Each kind is cut to its shape (width by height) and kept in these widths in pixels: at
 * least twice that of each size at which it is shown.
 */
export const pictureKinds = {
  avatar: { widths: [96, 160, 256], ratio: 1 },
  logo: { widths: [96, 192, 384], ratio: 1 },
  cover: { widths: [480, 960, 1440], ratio: 3 / 2 },
  photo: { widths: [96, 160, 256], ratio: 1 },
} as const
export type PictureKind = keyof typeof pictureKinds

export function isPictureKind(name: string): name is PictureKind {
  return Object.hasOwn(pictureKinds, name)
}

export function widestOf(kind: PictureKind): number {
  return Math.max(...pictureKinds[kind].widths)
}

/** Ours look like this; anything else (a drawn portrait of the demonstration) has one size only. */
const uploaded = /^(\/files\/([a-z]+)-[\w-]+)-(\d+)\.webp$/

/** The address to show `url` (that of the widest one) at: the narrowest picture that is still `width` pixels wide. */
export function pictureAddress({ url, width }: { url: string; width: number }): string {
  const [, stem = '', kind = '', ending] = uploaded.exec(url) ?? []
  if (!isPictureKind(kind) || Number(ending) !== widestOf(kind)) return url
  const kept = pictureKinds[kind].widths.find((each) => each >= width) ?? widestOf(kind)
  return `${stem}-${kept}.webp`
}
