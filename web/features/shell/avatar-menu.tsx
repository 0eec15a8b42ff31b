import type { User } from '@supabase/auth-js'
import { useRouter } from '@tanstack/react-router'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import LogOut from 'lucide-react/icons/log-out'

import { useMe } from '#web/features/accounts/use-me.ts'
import { signOut } from '#web/platform/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.ts'

export function AvatarMenu({ user }: { user: User }) {
  const { data: me } = useMe()
  const router = useRouter()
  const known: unknown = user.user_metadata.full_name
  const name = me?.fullName ?? (typeof known === 'string' ? known : undefined)

  async function leave() {
    const { error } = await signOut('global')
    if (error) {
      toast({
        kind: 'destructive',
        title: 'Error',
        description: 'No pudimos cerrar la sesión. Revisa tu conexión e inténtalo de nuevo.',
      })
      return
    }
    toast({ kind: 'success', title: 'Has cerrado sesión correctamente' })
    // The guards run again: a private page sends its visitor away, a public one stays.
    await router.invalidate()
  }

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
