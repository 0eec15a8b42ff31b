import type { User } from '@supabase/auth-js'
import ClipboardPen from 'lucide-react/icons/clipboard-pen'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import LogOut from 'lucide-react/icons/log-out'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Store from 'lucide-react/icons/store'
import UserRound from 'lucide-react/icons/user-round'

import type { Me } from '#contract/accounts.ts'
import { AccountAvatar } from '#web/features/accounts/account-avatar.tsx'
import { dashboardPath, workplacePath } from '#web/features/auth/dashboard-path.ts'
import { useMe } from '#web/features/auth/use-me.ts'
import { useSignOut } from '#web/features/auth/use-sign-out.ts'
import { Menu } from '#web/ui/menu.tsx'

/** Opens before any other dialog. */
const completeRegistrationItem = {
  id: 'complete',
  label: 'Completar registro',
  icon: <ClipboardPen aria-hidden="true" />,
  href: '/complete-registration',
}

const ownPages = (me: Me | undefined) => [
  { id: 'account', label: 'Mi Cuenta', icon: <UserRound aria-hidden="true" />, href: '/account' },
  {
    id: 'dashboard',
    label: 'Dashboard',
    icon: <LayoutDashboard aria-hidden="true" />,
    href: dashboardPath(me),
  },
]

export function AvatarMenu({ user }: { user: User }) {
  const { data: me } = useMe()
  const signOut = useSignOut()
  const workplace = me?.registrationPending ? undefined : workplacePath(me)
  const known: unknown = user.user_metadata.full_name
  const name = me?.fullName ?? (typeof known === 'string' ? known : undefined)

  return (
    <Menu
      label={name ? `Tu cuenta, ${name}` : 'Tu cuenta'}
      trigger={<AccountAvatar name={name} avatarUrl={me?.avatarUrl} size="small" />}
      triggerClassName="inline-flex size-11 items-center justify-center rounded-full"
      items={[
        ...(me?.registrationPending ? [completeRegistrationItem] : ownPages(me)),
        ...(workplace
          ? [{ id: 'workplace', label: 'Mi centro', icon: <Store aria-hidden="true" />, href: workplace }]
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
