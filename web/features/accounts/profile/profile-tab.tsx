import { useMe } from '#web/features/auth/use-me.ts'
import { Anchor } from '#web/ui/anchor.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { OwnEmail } from '../security/email-card.tsx'
import { ProfileForm } from './profile-form.tsx'

/** The profile on the dashboard; the rest of the account is on Mi Cuenta. */
export function ProfileTab() {
  const { data: me } = useMe()
  if (!me) return <Skeleton className="h-96" />
  return (
    <div className="grid max-w-form gap-5">
      <Card padding="large" className="grid gap-5">
        <h2>Tus datos</h2>
        <ProfileForm me={me} />
      </Card>
      <OwnEmail me={me} />
      <p className="text-ink-soft">
        Tu foto, tus avisos y el resto de tu cuenta están en{' '}
        <Anchor href="/account" className="link inline-block py-2 font-semibold">
          Mi Cuenta
        </Anchor>
        .
      </p>
    </div>
  )
}
