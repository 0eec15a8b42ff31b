import type { User } from '@supabase/auth-js'
import { useMergedFavorites } from '#web/features/centers/saved/use-merged-favorites.ts'
import { NotificationBell } from '#web/features/notifications/notification-bell.tsx'
import { useRenewedPush } from '#web/features/notifications/use-renewed-push.ts'
import { useLiveChanges } from '#web/platform/live-changes.ts'
import { AvatarMenu } from './avatar-menu.tsx'

export function AccountTools({ user }: { user: User }) {
  useRenewedPush(user.id)
  useLiveChanges()
  useMergedFavorites(user.id)
  return (
    <>
      <NotificationBell />
      <AvatarMenu user={user} />
    </>
  )
}
