import type { Me } from '#contract/accounts.ts'
import { Card } from '#web/ui/card.tsx'
import { CopyableValue } from '#web/ui/copyable-value.tsx'
import { OwnAvatar } from './own-avatar.tsx'
import { OwnEmail } from './own-email.tsx'
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

/** Identifies the account in support requests; it gives no access. */
function OwnId({ userId }: { userId: string }) {
  return (
    <div className="grid justify-items-start gap-2">
      <CopyableValue
        label="Tu ID"
        value={userId}
        copyLabel="Copiar ID"
        copied="ID copiado"
        denied={{
          title: 'No pudimos copiarlo',
          description: 'Tu ID quedó seleccionado: cópialo con tu teclado o el menú.',
        }}
      >
        <p className="text-sm text-ink-soft">
          Dice cuál es tu cuenta cuando escribes a soporte. No sirve para entrar: puedes compartirlo.
        </p>
      </CopyableValue>
    </div>
  )
}
