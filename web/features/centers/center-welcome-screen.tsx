import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import { brand } from '#contract/brand.ts'
import type { CenterOnboarding } from '#contract/centers.ts'
import { centerFigures } from '#contract/claims.ts'
import { PendingPage, PrivatePage } from '#web/features/auth/private-page.tsx'
import { PublicationPanel } from '#web/features/compliance/publication-panel.tsx'
import { useApi } from '#web/platform/api.ts'
import { useFigures } from '#web/platform/operator-figures.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Figures } from '#web/ui/figures.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import Check from '~icons/lucide/check'

const title = 'Te damos la bienvenida'
const failed = 'No se pudo cargar tu centro'

export function CenterWelcomeScreen() {
  return (
    <PrivatePage title={title} loading={<WelcomeLoading />} failed={failed}>
      {(me) =>
        me.userType === 'center' ? (
          <FirstSteps />
        ) : (
          <>
            <Navigate to="/dashboard" replace />
            <WelcomeLoading />
          </>
        )
      }
    </PrivatePage>
  )
}

function FirstSteps() {
  const { queries } = useApi()
  const query = useQuery(queries.centers.onboarding.queryOptions())
  if (query.data) return <Welcome onboarding={query.data} />
  return <PendingPage title={title} loading={<WelcomeLoading />} failed={failed} query={query} />
}

function WelcomeLoading() {
  return (
    <Page width="text" className="py-12">
      <div aria-busy="true">
        <span className="sr-only">Cargando tu centro</span>
        <Skeleton className="h-96" />
      </div>
    </Page>
  )
}

function Welcome({ onboarding }: { onboarding: CenterOnboarding }) {
  const steps = stepsOf(onboarding)
  const done = steps.filter((step) => step.done).length

  return (
    <>
      <Page width="text" className="py-10 sm:py-16">
        <h1>Te damos la bienvenida, {onboarding.centerName}</h1>
        <p className="mt-2 text-ink-soft">
          Estos son los primeros pasos para recibir reservas en {brand.name}. Antes de publicarte, revisamos tus
          documentos.
        </p>
        <ProgressBar
          label={`${done}/${steps.length} pasos completados`}
          percent={Math.round((done / steps.length) * 100)}
          className="mt-6"
        />
        <ol className="mt-6 grid gap-3">
          {steps.map((step, index) => (
            <li key={step.title}>
              <StepLink step={step} number={index + 1} />
            </li>
          ))}
        </ol>
        <section aria-labelledby="welcome-documents" className="mt-10 grid gap-3">
          <h2 id="welcome-documents">Documentos y publicación</h2>
          <PublicationPanel centerId={onboarding.centerId} />
        </section>
        <Link to="/center/dashboard" className={buttonClass({ size: 'large', className: 'mt-8' })}>
          Ir a mi dashboard
        </Link>
      </Page>
      <Figures figures={useFigures(centerFigures)} />
    </>
  )
}

function stepsOf(onboarding: CenterOnboarding) {
  return [
    {
      title: 'Completa tu perfil',
      text: 'Qué hacen, dónde están y cómo contactarlos.',
      to: '/center/dashboard',
      search: { seccion: 'perfil' },
      done: onboarding.hasProfile,
    },
    {
      title: 'Define tu disponibilidad',
      text: 'Los días y las horas en que atienden.',
      to: '/center/dashboard',
      search: { seccion: 'disponibilidad' },
      done: onboarding.hasAvailability,
    },
    {
      title: 'Agrega tus servicios',
      text: 'Cada uno con su precio y su duración.',
      to: '/center/dashboard',
      search: { seccion: 'equipo' },
      done: onboarding.hasServices,
    },
    {
      title: 'Pide ayuda si la necesitas',
      text: 'Escríbenos y te acompañamos a dejar todo pronto.',
      to: '/contact',
      search: {},
      done: onboarding.helpRequestedAt !== null,
    },
  ] as const
}

function StepLink({ step, number }: { step: ReturnType<typeof stepsOf>[number]; number: number }) {
  return (
    <Link
      to={step.to}
      search={step.search}
      className="flex items-center gap-4 rounded-card border border-line bg-panel p-4 transition-colors hover:border-control"
    >
      <span
        className={classNames(
          'flex size-10 shrink-0 items-center justify-center rounded-full font-semibold',
          step.done ? 'bg-action text-on-action' : 'border-2 border-path text-action',
        )}
      >
        {step.done ? <Check aria-hidden="true" className="size-5" /> : number}
      </span>
      <span className="grid">
        <span className="font-semibold">
          {step.title}
          {step.done && <span className="sr-only"> (hecho)</span>}
        </span>
        <span className="text-ink-soft">{step.text}</span>
      </span>
    </Link>
  )
}
