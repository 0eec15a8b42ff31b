import type { User } from '@supabase/auth-js'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import LogOut from 'lucide-react/icons/log-out'

import { useMe } from '#web/features/accounts/use-me.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Menu } from '#web/ui/menu.tsx'

import { useLeave } from './use-leave.ts'

export function AvatarMenu({ user }: { user: User }) {
  const { data: me } = useMe()
  const leave = useLeave()
  const known: unknown = user.user_metadata.full_name
  const name = me?.fullName ?? (typeof known === 'string' ? known : undefined)

  return (
    <Menu
      label={name ? `Tu cuenta, ${name}` : 'Tu cuenta'}
      trigger={<Avatar name={name} src={me?.avatarUrl} size="small" />}
      triggerClassName="inline-flex size-11 items-center justify-center rounded-full"
      items={[
        {
          id: 'dashboard',
          label: 'Dashboard',
          icon: <LayoutDashboard aria-hidden="true" />,
          href: me?.homePath ?? '/dashboard',
        },
        { id: 'line', separator: true },
        {
          id: 'sign-out',
          label: 'Cerrar Sesión',
          icon: <LogOut aria-hidden="true" />,
          onSelect: () => void leave(),
        },
      ]}
    />
  )
}
