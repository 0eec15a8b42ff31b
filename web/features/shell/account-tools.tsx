import type { User } from '@supabase/auth-js'
import { NotificationBell } from '#web/features/notifications/notification-bell.tsx'
import { AvatarMenu } from './avatar-menu.tsx'

export function AccountTools({ user }: { user: User }) {
  return (
    <>
      <NotificationBell />
      <AvatarMenu user={user} />
    </>
  )
}
