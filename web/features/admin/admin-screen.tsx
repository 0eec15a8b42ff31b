import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import { Suspense } from 'react'

import type { Me } from '#contract/accounts.ts'
import { PendingPage, PrivatePage } from '#web/features/auth/private-page.tsx'
import { PaletteButton } from '#web/features/work/palette/palette-button.tsx'
import { useSectionFocus } from '#web/features/work/use-section-focus.ts'
import { WorkLoading, WorkPlain } from '#web/features/work/work-plain.tsx'
import { WorkShell } from '#web/features/work/work-shell.tsx'
import { useApi } from '#web/platform/api.ts'
import { errorCode } from '#web/platform/error-message.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { type LazySection, lazySection, Part } from '#web/ui/lazy-section.ts'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

import { type AdminSectionId, adminSectionIds } from './admin-search.ts'
import { adminNav, adminSections, openableSections } from './admin-sections.ts'
import { StaffCards } from './staff-cards.tsx'
import { useAdminSearch } from './use-admin-search.ts'

const title = 'Administración'
const adminPalette = lazySection(() => import('./admin-palette.tsx').then((m) => m.AdminPalette))

/** The sections, loaded on first opening. */
const adminContents: Record<AdminSectionId, LazySection<object>> = {
  centros: lazySection(() => import('./centers/centers-section.tsx').then((m) => m.CentersSection)),
  cumplimiento: lazySection(() => import('./documents/documents-section.tsx').then((m) => m.DocumentsSection)),
  moderacion: lazySection(() => import('./moderation/moderation-section.tsx').then((m) => m.ModerationSection)),
  salud: lazySection(() => import('./health/health-section.tsx').then((m) => m.HealthSection)),
  recompensas: lazySection(() => import('./rewards/rewards-section.tsx').then((m) => m.RewardsSection)),
  usuarios: lazySection(() => import('./users/users-section.tsx').then((m) => m.UsersSection)),
  financiero: lazySection(() => import('./finance/finance-section.tsx').then((m) => m.FinanceSection)),
}

/** The staff area. In production the server requires a second factor; this page links to its setup. */
export function AdminScreen() {
  return (
    <PrivatePage title={title} loading={<AdminLoading />} failed="No se pudo cargar tu cuenta" frame={WorkPlain}>
      {(me) =>
        me.can.administer ? (
          <Staff me={me} />
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

function Staff({ me }: { me: Me }) {
  const search = useAdminSearch()
  const { queries } = useApi()
  const staff = useQuery(queries.accounts.listStaff.queryOptions())
  const open = openableSections(me).find((id) => id === search.seccion) ?? adminSectionIds[0]
  const heading = useSectionFocus(open)
  const content = adminContents[open]
  if (errorCode(staff.error) === 'session.second_factor_missing') return <SecondFactorFirst />
  if (!staff.data) {
    return (
      <PendingPage
        title={title}
        loading={<AdminLoading />}
        failed="No se pudo cargar el equipo"
        frame={WorkPlain}
        query={staff}
      />
    )
  }
  const nav = adminNav({ open, me })
  return (
    <WorkShell
      title={title}
      heading={adminSections[open].label}
      headingRef={heading}
      sections={nav}
      finder={<PaletteButton palette={adminPalette} sections={nav} own={{}} />}
      navLabel="Secciones de administración"
    >
      {/* A document takes the whole height. */}
      {!search.documento && <StaffCards />}
      <Suspense fallback={<Skeleton className="h-96" />}>
        <Part key={open} part={content} props={{}} />
      </Suspense>
    </WorkShell>
  )
}

function AdminLoading() {
  return <WorkLoading title={title} status="Cargando…" />
}

function SecondFactorFirst() {
  return (
    <WorkPlain>
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
    </WorkPlain>
  )
}
