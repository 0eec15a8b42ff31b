import type { User } from '@supabase/auth-js'
import type { Me } from '#contract/accounts.ts'
import { AccountAvatar } from '#web/features/accounts/account-avatar.tsx'
import { dashboardPath, workplacePath } from '#web/features/auth/dashboard-path.ts'
import { useMe } from '#web/features/auth/use-me.ts'
import { useSignOut } from '#web/features/auth/use-sign-out.ts'
import { UnreadCount } from '#web/features/conversations/unread-count.tsx'
import { useUnread } from '#web/features/conversations/use-unread.ts'
import { Menu } from '#web/ui/menu.tsx'
import ClipboardPen from '~icons/lucide/clipboard-pen'
import Heart from '~icons/lucide/heart'
import LayoutDashboard from '~icons/lucide/layout-dashboard'
import LogOut from '~icons/lucide/log-out'
import MessagesSquare from '~icons/lucide/messages-square'
import ShieldCheck from '~icons/lucide/shield-check'
import Store from '~icons/lucide/store'
import UserRound from '~icons/lucide/user-round'

/** Replaces the user's other pages until the registration is complete. */
const completeRegistrationItem = {
  id: 'complete',
  label: 'Completar registro',
  icon: <ClipboardPen aria-hidden="true" />,
  href: '/complete-registration',
}

const unreadBadge = (count: number) =>
  count > 0 && <UnreadCount count={count} one="1 conversación sin leer" many="conversaciones sin leer" />

const ownPages = ({ me, unread }: { me: Me | undefined; unread: number }) => [
  { id: 'account', label: 'Mi Cuenta', icon: <UserRound aria-hidden="true" />, href: '/account' },
  {
    id: 'dashboard',
    label: 'Dashboard',
    icon: <LayoutDashboard aria-hidden="true" />,
    href: dashboardPath(me),
  },
  {
    id: 'messages',
    label: 'Mensajes',
    icon: <MessagesSquare aria-hidden="true" />,
    href: me?.userType === 'center' ? '/center/dashboard?seccion=mensajes' : '/chat',
    badge: unreadBadge(unread),
  },
  { id: 'favorites', label: 'Guardados', icon: <Heart aria-hidden="true" />, href: '/favorites' },
]

export function AvatarMenu({ user }: { user: User }) {
  const { data: me } = useMe()
  const signOut = useSignOut()
  const { own, centers } = useUnread()
  const ofCenters = centers.reduce((sum, { count }) => sum + count, 0)
  const unread = own + ofCenters
  const workplace = me?.registrationPending ? undefined : workplacePath(me)
  const metadataName: unknown = user.user_metadata.full_name
  const name = me?.fullName ?? (typeof metadataName === 'string' ? metadataName : undefined)

  return (
    <Menu
      label={labelOf({ name, unread })}
      trigger={
        <>
          <AccountAvatar name={name} avatarUrl={me?.avatarUrl} size="small" />
          {unread > 0 && (
            <span className="absolute top-0.5 right-0.5 size-3 rounded-full border-2 border-ground bg-clay-strong" />
          )}
        </>
      }
      triggerClassName="relative inline-flex size-11 items-center justify-center rounded-full"
      items={[
        ...(me?.registrationPending ? [completeRegistrationItem] : ownPages({ me, unread: workplace ? own : unread })),
        ...(workplace
          ? [
              {
                id: 'workplace',
                label: 'Mi centro',
                icon: <Store aria-hidden="true" />,
                href: workplace,
                badge: unreadBadge(ofCenters),
              },
            ]
          : []),
        ...(me?.can.administer
          ? [
              {
                id: 'admin',
                label: 'Administración',
                icon: <ShieldCheck aria-hidden="true" />,
                href: '/admin/dashboard',
              },
            ]
          : []),
        { id: 'line', separator: true },
        {
          id: 'sign-out',
          label: 'Cerrar Sesión',
          icon: <LogOut aria-hidden="true" />,
          onSelect: () => void signOut(),
        },
      ]}
    />
  )
}

function labelOf({ name, unread }: { name: string | undefined; unread: number }): string {
  const label = name ? `Tu cuenta, ${name}` : 'Tu cuenta'
  return unread > 0 ? `${label}, con mensajes sin leer` : label
}
