import { pictureAddress } from '#contract/pictures.ts'
import { Avatar, type AvatarSize, avatarWidth } from '#web/ui/avatar.tsx'

export function AccountAvatar({
  name,
  avatarUrl,
  size,
}: {
  name: string | undefined
  avatarUrl: string | null | undefined
  size: AvatarSize
}) {
  const src = avatarUrl && pictureAddress({ url: avatarUrl, width: avatarWidth(size) })
  return <Avatar name={name} src={src} size={size} />
}
