import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Me } from '#contract/accounts.ts'
import { brand } from '#contract/brand.ts'
import { dashboardPath } from '#web/features/auth/dashboard-path.ts'
import { useRedirectAfterSignIn, useRedirectWhen } from '#web/features/auth/sign-in/use-redirect.ts'
import { useMe } from '#web/features/auth/use-me.ts'
import { useSignOut } from '#web/features/auth/use-sign-out.ts'
import { errorCode } from '#web/platform/error-message.ts'
import { draftDays } from '#web/platform/form-draft.ts'
import { useSession } from '#web/platform/session.ts'
import { stepFrom } from '#web/platform/wizard-steps.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Drawing } from '#web/ui/drawing.tsx'
import { Page } from '#web/ui/page.tsx'
import { PathList } from '#web/ui/path-list.tsx'
import CalendarCheck from '~icons/lucide/calendar-check'
import Save from '~icons/lucide/save'
import ShieldCheck from '~icons/lucide/shield-check'
import Timer from '~icons/lucide/timer'
import { CenterWizard } from './center-wizard.tsx'
import type { RegisterCenterPath } from './register-center-page.ts'
import { lastStep } from './registration-steps.ts'

const promises = [
  {
    Icon: Timer,
    text: 'Unos diez minutos',
    detail: 'Seis pasos cortos. Solo pedimos lo que tus pacientes necesitan saber.',
  },
  {
    Icon: Save,
    text: 'Nada se pierde',
    detail: `Lo que escribes queda ${draftDays} días en este navegador, salvo la contraseña y los archivos.`,
  },
  {
    Icon: ShieldCheck,
    text: 'Comprobamos tus datos',
    detail: 'Después te pedimos tu habilitación: es lo que da confianza a quien te busca.',
  },
  {
    Icon: CalendarCheck,
    text: 'Tu agenda, mientras tanto',
    detail: 'En tu dashboard preparas horarios y servicios mientras revisamos tu centro.',
  },
]

/** Six steps for a centre or an independent professional. `stepParam`: the step in the URL. */
export function RegisterCenterScreen({ stepParam, path }: { stepParam: string | undefined; path: RegisterCenterPath }) {
  const step = stepFrom({ stepParam, last: lastStep })
  const session = useSession()
  const { data: me, error } = useMe()

  const isSignedIn = session.status === 'signedIn'
  const isPatient = isSignedIn && me?.userType === 'patient' && !me.registrationPending
  const mustSignInAgain = errorCode(error) === 'session.second_factor' || errorCode(error) === 'session.missing'
  const isRedirected = isSignedIn && !isPatient && (me !== undefined || mustSignInAgain)
  const stopRedirect = useRedirectWhen({
    isElsewhere: isRedirected,
    redirectSignedIn: useRedirectAfterSignIn(undefined),
  })

  return (
    <Page className="grid gap-x-16 gap-y-10 py-8 sm:py-12 lg:grid-cols-[1.6fr_1fr]">
      <div className="min-w-0">
        <h1>Registra tu centro</h1>
        <p className="mt-2 text-ink-soft">
          {`Para centros y profesionales independientes que quieren recibir reservas en ${brand.name}.`}
          {!isPatient && (
            <>
              {' ¿Ya tienes cuenta? '}
              <Link to="/login" className="link font-semibold">
                Iniciar sesión
              </Link>
            </>
          )}
        </p>
        <div className="mt-5 border-line sm:rounded-card sm:border sm:bg-panel sm:p-8">
          {isPatient ? (
            <OtherAccount me={me} />
          ) : step === undefined ? (
            <InvalidStep path={path} />
          ) : (
            <CenterWizard step={step} onSubmitting={stopRedirect} />
          )}
        </div>
      </div>
      {/* Below the form, so that a screen reader does not read it on every step. */}
      <aside
        aria-label="Cómo es el registro"
        className={classNames('self-start lg:sticky lg:top-8 lg:pt-12', step !== 1 && 'max-lg:hidden')}
      >
        <PathList items={promises} />
      </aside>
    </Page>
  )
}

function InvalidStep({ path }: { path: RegisterCenterPath }) {
  return (
    <div role="alert" className="grid justify-items-center gap-3 py-6 text-center">
      <Drawing name="signpost" />
      <h2>Error: Paso inválido</h2>
      <p className="text-ink-soft">Por favor recarga la página</p>
      {/* A full load without the step, because a reload would open the same address. */}
      <a href={path} className={buttonClass({ className: 'mt-2' })}>
        Recargar la página
      </a>
    </div>
  )
}

/** A patient's account cannot become a centre's: a centre registers with its own. */
function OtherAccount({ me }: { me: Me }) {
  const signOutEverywhere = useSignOut()
  const [isSigningOut, setSigningOut] = useState(false)

  async function signOut() {
    setSigningOut(true)
    await signOutEverywhere()
    setSigningOut(false)
  }

  return (
    <div className="grid gap-5">
      <div>
        <h2>Usa otra cuenta para tu centro</h2>
        <p className="mt-2">
          Entraste como <strong className="wrap-anywhere">{me.fullName}</strong>, con{' '}
          <span className="wrap-anywhere">{me.email}</span>, que es una cuenta de paciente. Un centro se registra con
          una cuenta propia y con otro correo: así tus consultas y tu trabajo quedan separados.
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button pending={isSigningOut} pendingLabel="Cerrando la sesión…" onClick={() => void signOut()}>
          Cerrar sesión y registrar mi centro
        </Button>
        <Link to={dashboardPath(me)} className={buttonClass({ variant: 'secondary' })}>
          Volver a mi cuenta
        </Link>
      </div>
    </div>
  )
}
