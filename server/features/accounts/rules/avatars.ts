import { type AvatarWidth, avatarAddress, avatarWidths } from '#contract/avatar.ts'

export const avatarPrefix = 'avatar'
const folder = '/files/'
const widest = Math.max(...avatarWidths)

/** The file of a picture in one width; `stem` is of newFileName(). */
export function avatarFile(o: { stem: string; width: AvatarWidth }): string {
  return `${o.stem}-${o.width}.webp`
}

/** What a profile says of its picture: the address of the widest file. */
export function avatarUrlOf(o: { stem: string }): string {
  return `${folder}${o.stem}-${widest}.webp`
}

/** As avatarUrlOf, from the name of any of its files. */
export function avatarUrlOfFile(name: string): string {
  return avatarUrlOf({ stem: name.replace(/-\d+\.webp$/, '') })
}

/** The files behind a profile's picture; none when it isn't one that was uploaded. */
export function avatarFilesOf(avatarUrl: string | null): string[] {
  if (!avatarUrl?.startsWith(`${folder}${avatarPrefix}-`)) return []
  return avatarWidths.map((width) => avatarAddress({ avatarUrl, width }).slice(folder.length))
}
