import type { Me } from '#contract/accounts.ts'
import { Card } from '#web/ui/card.tsx'
import { OwnAvatar } from './own-avatar.tsx'
import { OwnEmail } from './own-email.tsx'
import { OwnId } from './own-id.tsx'
import { ProfileForm } from './profile-form.tsx'

export function ProfileSection({ me }: { me: Me }) {
  return (
    <div className="grid max-w-form gap-5">
      <OwnAvatar me={me} />
      <Card as="section" aria-labelledby="own-data" padding="large" className="grid gap-5">
        <h3 id="own-data">Tus datos</h3>
        <ProfileForm me={me} />
      </Card>
      <Card as="section" aria-labelledby="own-access" padding="large" className="grid gap-5">
        <h3 id="own-access">Tu correo y tu ID</h3>
        <OwnEmail me={me} />
        <OwnId userId={me.userId} />
      </Card>
    </div>
  )
}
