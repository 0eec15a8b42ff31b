import { Suspense } from 'react'
import { Anchor } from '#web/ui/anchor.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { lazyPart } from '#web/ui/lazy-section.ts'
import CircleCheck from '~icons/lucide/circle-check'
import Mail from '~icons/lucide/mail'
import X from '~icons/lucide/x'

const ResendConfirmation = lazyPart(() =>
  import('#web/features/auth/registration/resend-confirmation.tsx').then((module) => module.ResendConfirmation),
)

const resend = 'Reenviar correo'

/** Fits into the space that EmailNotice reserves: a longer address is truncated, never wrapped. */
export function EmailNoticeContent({
  isProven,
  isMailed,
  email,
  onDismiss,
}: {
  email: string
  /** Whether a mail of its own asked for it; otherwise the mail of the booking does. */
  isMailed: boolean
  isProven: boolean
  onDismiss: () => void
}) {
  const Icon = isProven ? CircleCheck : Mail
  return (
    <div className="mx-auto flex min-h-20 max-[22rem]:min-h-28 w-full max-w-page flex-wrap items-center gap-x-3 px-4 sm:min-h-16 sm:px-6 lg:px-8">
      <Icon
        aria-hidden="true"
        className={classNames('size-5 shrink-0 max-sm:hidden', isProven ? 'text-green' : 'text-amber')}
      />
      <div className="min-w-20 grow basis-0">
        <p className="leading-tight font-semibold">{isProven ? 'Tu correo está confirmado' : 'Confirma tu correo'}</p>
        <p className="truncate text-sm">
          {!isProven && (
            <span className="max-sm:hidden">
              {isMailed ? 'Abre el enlace que enviamos a ' : 'El enlace va con tu reserva, a '}
            </span>
          )}
          {email}
        </p>
        {!isProven && (
          <Anchor href="/account?seccion=perfil" className="link inline-block py-0.5 text-sm">
            <span className="max-sm:hidden">¿Escribiste mal tu dirección? </span>Corrígela
          </Anchor>
        )}
      </div>
      {!isProven && (
        <Suspense
          fallback={
            <Button variant="secondary" size="small" disabled>
              {resend}
            </Button>
          }
        >
          <ResendConfirmation email={email} label={resend} isAbovePage />
        </Suspense>
      )}
      <IconButton
        label="Cerrar aviso"
        icon={<X aria-hidden="true" className="size-5" />}
        onClick={onDismiss}
        className="-mr-2"
      />
    </div>
  )
}
