import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { PrivatePage } from '#web/features/auth/private-page.tsx'
import { useApi } from '#web/platform/api.ts'
import { errorCode } from '#web/platform/error-message.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

import { StaffTable } from './staff-table.tsx'

const title = 'Administración'

/** The staff area. In production the server requires a second factor; this page links to its setup. */
export function AdminScreen() {
  return (
    <PrivatePage title={title} loading={<AdminLoading />} failed="No se pudo cargar tu cuenta">
      {(me) =>
        me.can.administer ? (
          <Staff />
        ) : (
          <>
            <Navigate to="/" replace />
            <AdminLoading />
          </>
        )
      }
    </PrivatePage>
  )
}

function Staff() {
  const { queries } = useApi()
  const staff = useQuery(queries.accounts.listStaff.queryOptions())
  if (errorCode(staff.error) === 'session.second_factor_missing') return <SecondFactorFirst />
  return (
    <AdminPage>
      {staff.data ? (
        <StaffTable members={staff.data.items} />
      ) : (
        <Pending query={staff} loading="Cargando el equipo" failed="No se pudo cargar el equipo">
          <Skeleton className="h-48" />
        </Pending>
      )}
    </AdminPage>
  )
}

function AdminLoading() {
  return (
    <AdminPage>
      <Skeleton className="h-48" />
    </AdminPage>
  )
}

function AdminPage({ children }: { children: ReactNode }) {
  return (
    <Page className="py-10">
      <h1>{title}</h1>
      <h2 className="mt-8">Equipo</h2>
      <p className="mt-1 text-ink-soft">
        Quienes moderan y administran, y si protegen su cuenta con un segundo factor.
      </p>
      <div className="mt-4">{children}</div>
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
