import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { Me } from '#contract/accounts.ts'
import type { StaffFigures } from '#contract/moderation.ts'
import { PendingPage, PrivatePage } from '#web/features/auth/private-page.tsx'
import { PaletteButton } from '#web/features/work/palette/palette-button.tsx'
import { useSectionFocus } from '#web/features/work/use-section-focus.ts'
import { WorkLoading, WorkPlain } from '#web/features/work/work-plain.tsx'
import type { WorkSection } from '#web/features/work/work-section.ts'
import { WorkShell } from '#web/features/work/work-shell.tsx'
import { useApi } from '#web/platform/api.ts'
import { minuteMs } from '#web/platform/durations.ts'
import { errorCode } from '#web/platform/error-message.ts'
import { formatCount, formatMoney } from '#web/platform/formats.ts'
import { momentsOfYear } from '#web/platform/own-time.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { IconComponent } from '#web/ui/icon.tsx'
import { type LazySection, lazySection, Part } from '#web/ui/lazy-section.ts'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import Building2 from '~icons/lucide/building-2'
import ClipboardCheck from '~icons/lucide/clipboard-check'
import Gavel from '~icons/lucide/gavel'
import Gift from '~icons/lucide/gift'
import HeartPulse from '~icons/lucide/heart-pulse'
import Landmark from '~icons/lucide/landmark'
import Signature from '~icons/lucide/signature'
import Tag from '~icons/lucide/tag'
import UsersRound from '~icons/lucide/users-round'
import { type AdminSearch, type AdminSectionId, adminSectionIds } from './admin-search.ts'
import { useAdminSearch } from './use-admin-search.ts'

const cards: readonly Card[] = [
  { label: 'Usuarios', value: ({ users }) => formatCount(users), section: 'usuarios' },
  { label: 'Centros', value: ({ centers }) => formatCount(centers), section: 'centros' },
  {
    label: 'Centros sin verificar',
    value: ({ unverifiedCenters }) => formatCount(unverifiedCenters),
    section: 'centros',
    filters: { registro: 'pending' },
  },
  { label: 'Comisiones cobradas', value: (all) => formatMoney(all.paidCommissionCents), section: 'financiero' },
  { label: 'Comisiones de este mes', value: (all) => formatMoney(all.monthCommissionCents), section: 'financiero' },
  {
    label: 'Documentos por atender',
    value: ({ openDocuments }) => formatCount(openDocuments),
    section: 'cumplimiento',
    filters: { documentos: 'open' },
  },
]

const adminSections: Record<AdminSectionId, { label: string; Icon: IconComponent }> = {
  usuarios: { label: 'Usuarios', Icon: UsersRound },
  centros: { label: 'Centros', Icon: Building2 },
  financiero: { label: 'Financiero', Icon: Landmark },
  moderacion: { label: 'Moderación', Icon: Gavel },
  cumplimiento: { label: 'Cumplimiento', Icon: ClipboardCheck },
  recompensas: { label: 'Recompensas', Icon: Gift },
  promociones: { label: 'Promociones', Icon: Tag },
  marca: { label: 'Marca y textos', Icon: Signature },
  salud: { label: 'Salud del servicio', Icon: HeartPulse },
}

const title = 'Administración'
const adminPalette = lazySection(() => import('./admin-palette.tsx').then((m) => m.AdminPalette))

const adminContents: Record<AdminSectionId, LazySection<object>> = {
  centros: lazySection(() => import('./centers/centers-section.tsx').then((m) => m.CentersSection)),
  cumplimiento: lazySection(() => import('./documents/documents-section.tsx').then((m) => m.DocumentsSection)),
  moderacion: lazySection(() => import('./moderation/moderation-section.tsx').then((m) => m.ModerationSection)),
  marca: lazySection(() => import('./operator/operator-section.tsx').then((m) => m.OperatorSection)),
  salud: lazySection(() => import('./health/health-section.tsx').then((m) => m.HealthSection)),
  recompensas: lazySection(() => import('./rewards/rewards-section.tsx').then((m) => m.RewardsSection)),
  promociones: lazySection(() =>
    import('#web/features/promotions/senda-promotions.tsx').then((m) => m.SendaPromotions),
  ),
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
      instants={momentsOfYear()}
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
          drawing="lock"
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

function openableSections({ can }: Pick<Me, 'can'>): readonly AdminSectionId[] {
  return adminSectionIds.filter((id) => (id !== 'salud' && id !== 'marca') || can.superviseService)
}

function adminNav({ open, me }: { open: AdminSectionId; me: Me }): WorkSection[] {
  return openableSections(me).map((id) => ({
    id,
    ...adminSections[id],
    link: { to: '/admin/dashboard', search: { seccion: id === adminSectionIds[0] ? undefined : id } },
    isOpen: id === open,
  }))
}

type Card = { label: string; value: (figures: StaffFigures) => string; section: AdminSectionId; filters?: AdminSearch }

function StaffCards() {
  const { queries } = useApi()
  const { data: figures } = useQuery({ ...queries.moderation.figures.queryOptions(), refetchInterval: minuteMs })
  return (
    <ul className="-mx-4 mb-5 flex gap-2 overflow-x-auto px-4 sm:mx-0 sm:grid sm:grid-cols-3 sm:overflow-visible sm:px-0 xl:grid-cols-6">
      {cards.map(({ label, value, section, filters }) => (
        <li key={label} className="min-w-36 shrink-0">
          <Link
            to="/admin/dashboard"
            search={{ ...filters, seccion: section === 'usuarios' ? undefined : section }}
            className="grid h-full content-between rounded-card border border-line bg-panel px-3.5 py-2.5 transition-colors hover:border-control"
          >
            <span className="text-sm text-ink-soft">{label}</span>
            {figures ? (
              <span className="font-display text-xl font-heading tabular-nums">{value(figures)}</span>
            ) : (
              <Skeleton className="h-7 w-16" />
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}
