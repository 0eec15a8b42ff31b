/**
 * The pictures that users upload. Each kind is cropped to its aspect ratio (width by height) and stored in these widths in
 * pixels: at least twice each width at which a screen shows it. */
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

/** The pattern of uploaded pictures; any other picture (a drawn portrait of the demo) has one size only. */
const uploadedPattern = /^(\/files\/([a-z]+)-[\w-]+)-(\d+)\.webp$/

/** Given the `url` of the widest version, the URL of the narrowest version that is at least `width` pixels wide. */
export function pictureAddress({ url, width }: { url: string; width: number }): string {
  const [, stem = '', kind = '', ending] = uploadedPattern.exec(url) ?? []
  if (!isPictureKind(kind) || Number(ending) !== widestOf(kind)) return url
  const storedWidth = pictureKinds[kind].widths.find((each) => each >= width) ?? widestOf(kind)
  return `${stem}-${storedWidth}.webp`
}
