import type { User } from '@supabase/auth-js'
import { NotificationBell } from '#web/features/notifications/notification-bell.tsx'
import { AvatarMenu } from './avatar-menu.tsx'

/** What the header shows to a signed-in user. */
export function AccountTools({ user }: { user: User }) {
  return (
    <>
      <NotificationBell />
      <AvatarMenu user={user} />
    </>
  )
}
