import { Link, useNavigate } from '@tanstack/react-router'
import { brand } from '#contract/brand.ts'
import { claims } from '#contract/claims.ts'
import { useClaims } from '#web/platform/operator-words.ts'
import { stepFrom } from '#web/platform/wizard-steps.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Page } from '#web/ui/page.tsx'
import { PathList } from '#web/ui/path-list.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import BadgeCheck from '~icons/lucide/badge-check'
import CalendarCheck from '~icons/lucide/calendar-check'
import FileHeart from '~icons/lucide/file-heart'
import Gift from '~icons/lucide/gift'
import Headphones from '~icons/lucide/headphones'
import { useCurrentHold } from '../current-hold.ts'
import { EntryChoice } from '../entry-choice.tsx'
import { entryReason } from '../entry-reason.ts'
import { useRedirectIfSignedIn } from '../sign-in/use-redirect.ts'
import type { AccountKind } from './auth-search.ts'
import { kindNavigation } from './kind-navigation.ts'
import { PatientWizard } from './patient-wizard.tsx'
import { stepLabels } from './registration.ts'

const steps = [
  { title: 'Tu acceso y tus datos', text: 'Correo, contraseña, quién atiende y en qué se especializa.' },
  { title: 'Tu centro y tus horarios', text: 'Dónde estás, cuándo atiendes y de qué forma.' },
  { title: 'Tus servicios y documentos', text: 'Qué ofreces, con precio si quieres, y tu certificación.' },
]

const benefits = [
  { Icon: Gift, name: 'freeRegistration' },
  { Icon: BadgeCheck, name: 'verifiedProfessionals' },
  { Icon: CalendarCheck, name: 'instantBooking' },
  { Icon: FileHeart, name: 'secureHistory' },
  { Icon: Headphones, name: 'support' },
] as const

export function RegisterScreen({
  kind,
  stepParam,
  next,
}: {
  kind: AccountKind
  stepParam: string | undefined
  next: string | undefined
}) {
  const navigate = useNavigate({ from: '/register' })
  const stopRedirect = useRedirectIfSignedIn(next)
  const isConfirmed = useClaims()
  const reason = entryReason({ next, hold: useCurrentHold() })
  const shown = benefits.flatMap(({ Icon, name }) => (isConfirmed(name) ? [{ Icon, ...claims[name] }] : []))
  return (
    <Page className="grid gap-x-16 gap-y-10 py-8 sm:py-12 lg:grid-cols-[1.5fr_1fr]">
      <div>
        <h1>{`Únete a ${brand.name}`}</h1>
        <p className="mt-2 text-ink-soft">
          {kind === 'centro'
            ? 'Suma tu centro o tu consulta en unos diez minutos.'
            : reason === undefined
              ? 'Crea tu cuenta de paciente en menos de 2 minutos.'
              : `Crea tu cuenta ${reason}. Lleva menos de 2 minutos.`}{' '}
          ¿Ya tienes una cuenta?{' '}
          <Link to="/login" search={{ next }} className="link font-semibold">
            Iniciar sesión
          </Link>
        </p>
        <div className="mt-5">
          <EntryChoice next={next} />
        </div>
        <div className="mt-5 border-line sm:rounded-card sm:border sm:bg-panel sm:p-8 sm:pt-5">
          <Tabs
            label="Qué cuenta quieres"
            tabs={[
              { id: 'paciente', label: 'Paciente', href: '/register' },
              { id: 'centro', label: 'Centro terapéutico', href: '/register?tipo=centro' },
            ]}
            value={kind}
            onChange={(id) => void navigate(kindNavigation(id))}
          >
            {kind === 'centro' ? (
              <RegisterCenterTab />
            ) : (
              <PatientWizard
                step={stepFrom({ stepParam, last: stepLabels.length }) ?? 1}
                next={next}
                onSubmitting={stopRedirect}
              />
            )}
          </Tabs>
        </div>
      </div>
      {shown.length > 0 && (
        <aside aria-label="Lo que trae tu cuenta" className="self-start lg:sticky lg:top-8 lg:pt-12">
          <PathList items={shown} />
        </aside>
      )}
    </Page>
  )
}

function RegisterCenterTab() {
  return (
    <div className="grid gap-6">
      <div>
        <h2>Recibe reservas y lleva tu agenda</h2>
        <p className="mt-2 text-ink-soft">
          Para centros y para profesionales independientes. Son seis pasos; ten a mano una foto, tu logo y tu
          certificación, en PDF o en papel para fotografiarla, si los tienes.
        </p>
      </div>
      <ol className="grid gap-4">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="flex gap-4">
            <span
              aria-hidden="true"
              className="flex size-9 shrink-0 items-center justify-center rounded-full border-2 border-path font-semibold text-action tabular-nums"
            >
              {index + 1}
            </span>
            <span className="grid">
              <span className="font-semibold">{title}</span>
              <span className="text-ink-soft">{text}</span>
            </span>
          </li>
        ))}
      </ol>
      <Link to="/register-center" className={buttonClass({ size: 'large', className: 'sm:justify-self-start' })}>
        Registrar mi centro
      </Link>
    </div>
  )
}
