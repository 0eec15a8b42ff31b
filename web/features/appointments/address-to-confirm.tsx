import { Link, useLocation } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useSession } from '#web/platform/session.ts'
import { lazyPart } from '#web/ui/lazy-section.ts'

const ResendConfirmation = lazyPart(() =>
  import('#web/features/auth/registration/resend-confirmation.tsx').then((module) => module.ResendConfirmation),
)

const unconfirmed = [
  'appointments.network_books_many',
  'appointments.too_many_unverified',
  'appointments.unproven_hold_many',
  'appointments.visitors_hold_many',
]

/** The way on after a refusal that a confirmed address lifts: the link by mail, or first an account. */
export function AddressToConfirm({ code }: { code: string | undefined }) {
  const next = useLocation({ select: ({ href }) => href })
  const { user, status } = useSession()
  if (code === undefined || !unconfirmed.includes(code)) return null
  if (status === 'signedOut') {
    return (
      <Link to="/login" search={{ next }} className="link inline-flex min-h-11 items-center font-semibold">
        Entrar o crear una cuenta
      </Link>
    )
  }
  if (!user?.email) return null
  return (
    <div className="mt-2">
      <Suspense>
        <ResendConfirmation email={user.email} label="Enviarme el enlace" />
      </Suspense>
    </div>
  )
}
