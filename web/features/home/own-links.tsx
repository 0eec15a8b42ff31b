import type { Me } from '#contract/accounts.ts'
import { workplacePath } from '#web/features/auth/dashboard-path.ts'
import { useMe } from '#web/features/auth/use-me.ts'
import { Anchor } from '#web/ui/anchor.tsx'

/** The pages of a signed-in user, by what the account is. `max`: only the first ones. */
export function OwnLinks({ className, max }: { className: string; max?: number }) {
  const { data: me } = useMe()
  return (me ? ownPages(me) : []).slice(0, max).map(({ href, label }) => (
    <Anchor key={href} href={href} className={className}>
      {label}
    </Anchor>
  ))
}

function ownPages(me: Me): { href: string; label: string }[] {
  if (me.registrationPending) return [{ href: '/complete-registration', label: 'Completar registro' }]
  const workplace = workplacePath(me)
  if (me.userType === 'center') {
    return [
      { href: '/center/dashboard', label: 'Ir a tu centro' },
      { href: '/center/dashboard?seccion=agenda', label: 'Ver tu agenda' },
    ]
  }
  return [
    ...(me.can.administer ? [{ href: '/admin/dashboard', label: 'Ir a Administración' }] : []),
    ...(workplace ? [{ href: workplace, label: 'Ir a tu centro' }] : []),
    { href: '/dashboard', label: 'Ver tus citas' },
    { href: '/chat', label: 'Ver tus mensajes' },
  ]
}
