import type { User } from '@supabase/auth-js'
import { NotificationBell } from '#web/features/notifications/notification-bell.tsx'
import { useRenewedPush } from '#web/features/notifications/use-renewed-push.ts'
import { useLiveChanges } from '#web/platform/live-changes.ts'
import { AvatarMenu } from './avatar-menu.tsx'

export function AccountTools({ user }: { user: User }) {
  useRenewedPush(user.id)
  useLiveChanges()
  return (
    <>
      <NotificationBell />
      <AvatarMenu user={user} />
    </>
  )
}
