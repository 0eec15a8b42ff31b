import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import type { Me } from '#contract/accounts.ts'
import type { Membership } from '#contract/memberships.ts'
import { agendaDates } from '#web/features/agenda/agenda-dates.ts'
import { PendingPage, PrivatePage } from '#web/features/auth/private-page.tsx'
import { useUnread } from '#web/features/conversations/use-unread.ts'
import { useDeskAlerts } from '#web/features/notifications/use-desk-alerts.ts'
import { PaletteButton } from '#web/features/work/palette/palette-button.tsx'
import { useSectionFocus } from '#web/features/work/use-section-focus.ts'
import { WorkLoading, WorkPlain } from '#web/features/work/work-plain.tsx'
import { WorkShell } from '#web/features/work/work-shell.tsx'
import { useApi } from '#web/platform/api.ts'
import { minuteMs } from '#web/platform/durations.ts'
import { localInstant } from '#web/platform/local-instants.ts'
import { momentsOfYear } from '#web/platform/own-time.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazySection, Part } from '#web/ui/lazy-section.ts'
import { Page } from '#web/ui/page.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { membershipOf, practiceContents } from './practice-contents.ts'
import { practiceNav } from './practice-nav.ts'
import type { PracticeSearch } from './practice-search.ts'
import { sectionLabel, sectionsOf } from './practice-sections.ts'

const accessByRole: Record<Membership['role'], string> = {
  owner: 'Desde el inicio llegas a todo lo de tu centro.',
  professional: 'Como profesional tienes tu agenda, tu disponibilidad, tus pacientes y tus opiniones.',
  reception: 'En recepción tienes la agenda de todos, los pacientes, los mensajes y lo que se cobra en cada cita.',
}

/** Figures also change with time: an unanswered request expires. */
const refetchMs = minuteMs

const failed = 'No se pudo cargar tu centro'
const centerPalette = lazySection(() => import('./palette/center-palette.tsx').then((m) => m.CenterPalette))

const noonOf = (date: string) => localInstant({ date, minute: 12 * 60 })

export function PracticeScreen({ search }: { search: PracticeSearch }) {
  return (
    <PrivatePage title="Tu centro" loading={<PracticeLoading />} failed={failed} frame={WorkPlain}>
      {(me) => <Workplace me={me} search={search} />}
    </PrivatePage>
  )
}

/** Loads the account's memberships; an account without one gets a notice with links instead. */
function Workplace({ me, search }: { me: Me; search: PracticeSearch }) {
  const { queries } = useApi()
  const query = useQuery(queries.practice.memberships.queryOptions())
  const items = query.data?.items
  const membership = membershipOf({ items, centerId: search.centro })
  if (membership && items) return <Practice memberships={items} membership={membership} search={search} />
  if (!items) {
    return (
      <PendingPage title="Tu centro" loading={<PracticeLoading />} failed={failed} frame={WorkPlain} query={query} />
    )
  }
  const ended = query.data?.ended
  if (ended) return <EndedMembership ended={ended} />
  return me.userType === 'patient' ? <NotAMember /> : <NoCenter />
}

function NotAMember() {
  const navigate = useNavigate()
  useEffect(() => {
    toast({
      kind: 'destructive',
      title: 'Acceso denegado',
      description: 'Esta página es solo para centros terapéuticos.',
    })
    void navigate({ to: '/dashboard', replace: true })
  }, [navigate])
  return <PracticeLoading />
}

/** The centre removed the member, or closed, maybe while this page was open. */
function EndedMembership({ ended: { title, message } }: { ended: { title: string; message: string } }) {
  return (
    <WorkPlain>
      <Page className="py-12">
        <EmptyState
          drawing="house"
          heading="h1"
          title={title}
          action={
            <div className="flex flex-wrap justify-center gap-3">
              <Link to="/dashboard" className={buttonClass()}>
                Ir a mi dashboard
              </Link>
              <Link to="/contact" className={buttonClass({ variant: 'secondary' })}>
                Escribirnos
              </Link>
            </div>
          }
        >
          <span className="wrap-anywhere">{message}</span>
        </EmptyState>
      </Page>
    </WorkPlain>
  )
}

/** The account of a centre that was closed or never created. */
function NoCenter() {
  return (
    <WorkPlain>
      <Page className="py-12">
        <EmptyState
          drawing="house"
          heading="h1"
          title="Tu cuenta no tiene un centro"
          action={
            <Link to="/contact" className={buttonClass()}>
              Escribirnos
            </Link>
          }
        >
          No encontramos un centro a tu nombre ni un equipo del que seas parte. Escríbenos y lo resolvemos.
        </EmptyState>
      </Page>
    </WorkPlain>
  )
}

function Practice({
  memberships,
  membership,
  search,
}: {
  memberships: readonly Membership[]
  membership: Membership
  search: PracticeSearch
}) {
  useDeskAlerts()
  const sections = sectionsOf(membership)
  const open = search.seccion ?? 'inicio'
  const isDenied = !sections.includes(open)
  const isAgenda = open === 'agenda' && !isDenied
  const heading = useSectionFocus(open)
  const figures = useFigures({ centerId: membership.centerId })

  const { centers } = useUnread()
  const nav = practiceNav({
    sections,
    membership,
    open,
    center: search.centro,
    attention: figures.data?.attention,
    unread: centers.find(({ centerId }) => centerId === membership.centerId)?.count ?? 0,
  })
  return (
    <WorkShell
      title={<span translate="no">{membership.centerName}</span>}
      heading={sectionLabel(open, membership)}
      headingRef={heading}
      headingHidden={isAgenda}
      isFull={isAgenda}
      sections={nav}
      finder={
        <PaletteButton
          palette={centerPalette}
          sections={nav}
          own={{ centerId: membership.centerId, center: search.centro }}
          isCompact={isAgenda}
        />
      }
      navLabel="Secciones de tu centro"
      instants={isAgenda ? agendaDates(search).map(noonOf) : momentsOfYear()}
      place={memberships.length > 1 && <CenterSwitch memberships={memberships} centerId={membership.centerId} />}
    >
      {isDenied ? (
        <DeniedSection membership={membership} center={search.centro} />
      ) : (
        <Suspense fallback={<Skeleton className="h-96" />}>
          <Part key={`${open}/${membership.centerId}`} part={practiceContents[open]} props={{ membership }} />
        </Suspense>
      )}
    </WorkShell>
  )
}

function CenterSwitch({ memberships, centerId }: { memberships: readonly Membership[]; centerId: string }) {
  const navigate = useNavigate()
  return (
    <SelectField
      label="Centro"
      labelHidden
      value={centerId}
      options={memberships.map((each) => ({ value: each.centerId, label: each.centerName, isName: true }))}
      onChange={(event) => void navigate({ to: '/center/dashboard', search: { centro: event.target.value } })}
    />
  )
}

function PracticeLoading() {
  return <WorkLoading title="Tu centro" status="Cargando tu centro…" />
}

/** The centre's figures, for the navigation's counts and the overview. */
function useFigures({ centerId }: { centerId: string }) {
  const { queries } = useApi()
  return useQuery({ ...queries.practice.figures.queryOptions({ input: { centerId } }), refetchInterval: refetchMs })
}

/** Replaces a section that the URL names and the member may not open. */
function DeniedSection({ membership: { role, centerName }, center }: DeniedSectionProps) {
  return (
    <EmptyState
      drawing="lock"
      title="Solo lo ve quien dirige el centro"
      heading="h3"
      className="rounded-card bg-sand"
      action={
        <Link to="/center/dashboard" search={{ centro: center }} className={buttonClass()}>
          Ir al inicio del centro
        </Link>
      }
    >
      {`${accessByRole[role]} Si necesitas algo más, pídelo a quien dirige `}
      <span translate="no">{centerName}</span>.
    </EmptyState>
  )
}

type DeniedSectionProps = {
  membership: Membership
  /** The centre as the URL names it. */
  center: string | undefined
}
