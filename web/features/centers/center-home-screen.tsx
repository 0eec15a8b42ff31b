import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'

import type { Me } from '#contract/accounts.ts'
import { usePrivatePage } from '#web/features/accounts/use-private-page.ts'
import { useApi } from '#web/platform/api.ts'
import { errorCode, errorMessage } from '#web/platform/error-message.ts'
import { Anchor } from '#web/ui/anchor.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Where a centre's account arrives: its public profile, and how its bookings reach it. */
export function CenterHomeScreen() {
  const { router, me, error, isEnded, isFetching, refetch } = usePrivatePage()
  const isPatient = me?.userType === 'patient'
  useEffect(() => {
    if (isPatient) void router.navigate({ to: '/dashboard', replace: true })
  }, [isPatient, router])

  if (me?.userType === 'center') return <CenterHome me={me} />
  if (me || !error || isEnded) {
    return (
      <Page className="py-12">
        <div aria-busy="true">
          <span className="sr-only">Cargando tu cuenta</span>
          <Skeleton className="h-72" />
        </div>
      </Page>
    )
  }
  // The error page waits for the service and tries again by itself.
  if (errorCode(error) === 'service.unavailable') throw error
  return (
    <Page className="py-12">
      <ErrorState title="No se pudo cargar tu cuenta" onRetry={() => void refetch()} retrying={isFetching}>
        {errorMessage(error)}
      </ErrorState>
    </Page>
  )
}

function CenterHome({ me }: { me: Me }) {
  const { queries } = useApi()
  // Only a published centre has a profile.
  const { data: center } = useQuery(queries.centers.get.queryOptions({ input: { centerId: me.userId } }))
  return (
    <Page className="py-12">
      <EmptyState
        heading="h1"
        title="Tu cuenta es de un centro"
        action={
          <>
            {center && (
              <Anchor href={`/centers/${center.id}`} className={buttonClass()}>
                Ver tu perfil público
              </Anchor>
            )}
            <Link to="/contact" className={buttonClass({ variant: 'secondary' })}>
              Escribirnos
            </Link>
          </>
        }
      >
        <div className="grid gap-2">
          <p>
            Entraste como <strong className="wrap-anywhere">{center?.name ?? me.fullName}</strong>, con{' '}
            <span className="wrap-anywhere">{me.email}</span>.
          </p>
          <p>
            Por ahora las reservas te llegan por correo. El dashboard de los centros todavía no está abierto: para
            cambiar algo de tu perfil, escríbenos.
          </p>
        </div>
      </EmptyState>
    </Page>
  )
}
