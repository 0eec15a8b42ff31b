/** Widths in pixels at which a profile's picture is kept: at least twice that of each size at which it is shown. */
export const avatarWidths = [96, 160, 256] as const
export type AvatarWidth = (typeof avatarWidths)[number]

const widest = Math.max(...avatarWidths)
/** Ours end like this; anything else (a drawn portrait of the demonstration) has one size only. */
const suffix = `-${widest}.webp`

/** The address to show `avatarUrl` (the widest one) at: the narrowest picture that is still `width` pixels wide. */
export function avatarAddress({ avatarUrl, width }: { avatarUrl: string; width: number }): string {
  if (!avatarUrl.endsWith(suffix)) return avatarUrl
  const kept = avatarWidths.find((each) => each >= width) ?? widest
  return `${avatarUrl.slice(0, -suffix.length)}-${kept}.webp`
}
