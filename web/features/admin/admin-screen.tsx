import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'

import { staffRoles } from '#contract/roles.ts'
import { usePrivatePage } from '#web/features/accounts/use-private-page.ts'
import { useApi } from '#web/platform/api.ts'
import { errorCode, errorMessage } from '#web/platform/error-message.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

import { StaffTable } from './staff-table.tsx'

/** The staff area. In production only with a second factor: the server decides, this page shows the way. */
export function AdminScreen() {
  const { router, me } = usePrivatePage()
  const { queries } = useApi()
  const isStaff = me !== undefined && staffRoles.some((role) => me.roles.includes(role))
  const staff = useQuery({ ...queries.accounts.listStaff.queryOptions(), enabled: isStaff })
  const isStranger = me !== undefined && !isStaff
  useEffect(() => {
    if (isStranger) void router.navigate({ to: '/', replace: true })
  }, [isStranger, router])

  if (errorCode(staff.error) === 'session.second_factor_missing') return <SecondFactorFirst />
  return (
    <Page className="py-10">
      <h1>Administración</h1>
      <h2 className="mt-8">Equipo</h2>
      <p className="mt-1 text-ink-soft">
        Quienes moderan y administran, y si protegen su cuenta con un segundo factor.
      </p>
      <div className="mt-4">
        {staff.data ? (
          <StaffTable members={staff.data.items} />
        ) : staff.error ? (
          <ErrorState
            title="No se pudo cargar el equipo"
            onRetry={() => void staff.refetch()}
            retrying={staff.isFetching}
          >
            {errorMessage(staff.error)}
          </ErrorState>
        ) : (
          <div aria-busy="true">
            <span className="sr-only">Cargando el equipo</span>
            <Skeleton className="h-48" />
          </div>
        )}
      </div>
    </Page>
  )
}

function SecondFactorFirst() {
  return (
    <Page className="py-12">
      <EmptyState
        heading="h1"
        title="Activa antes tu segundo factor"
        action={
          <Link to="/account" search={{ seccion: 'seguridad' }} className={buttonClass()}>
            Ir a Seguridad
          </Link>
        }
      >
        Desde aquí se ven datos de otras personas. Por eso, para entrar al área de administración hace falta un código
        de tu teléfono además de la contraseña.
      </EmptyState>
    </Page>
  )
}
