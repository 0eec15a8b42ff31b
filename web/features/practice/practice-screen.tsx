import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'

import type { Me } from '#contract/accounts.ts'
import type { Membership } from '#contract/memberships.ts'
import { PendingPage, PrivatePage } from '#web/features/auth/private-page.tsx'
import { useApi } from '#web/platform/api.ts'
import { Part } from '#web/platform/lazy-section.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { PageLoading } from '#web/ui/page-loading.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'

import { DeniedSection } from './denied-section.tsx'
import { membershipOf, practiceContents } from './practice-contents.ts'
import { PracticeNav } from './practice-nav.tsx'
import type { PracticeSearch } from './practice-search.ts'
import { practiceSections, sectionsOf } from './practice-sections.ts'

const failed = 'No se pudo cargar tu centro'

/** The centre's dashboard, for its owner and its members. */
export function PracticeScreen({ search }: { search: PracticeSearch }) {
  return (
    <PrivatePage title="Tu centro" loading={<PracticeLoading />} failed={failed}>
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
  if (!items) return <PendingPage title="Tu centro" loading={<PracticeLoading />} failed={failed} query={query} />
  return me.userType === 'patient' ? <Stranger /> : <NoCenter />
}

function Stranger() {
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

/** The account of a centre that was closed or never created. */
function NoCenter() {
  return (
    <Page className="py-12">
      <EmptyState
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
  const sections = sectionsOf(membership)
  const open = search.seccion ?? 'inicio'
  const isDenied = !sections.includes(open)
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(open)

  // Moves the focus to the chosen section.
  useEffect(() => {
    if (before.current !== open) heading.current?.focus({ preventScroll: true })
    before.current = open
  }, [open])

  return (
    <Page className="grid gap-6 pt-6 pb-16">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 print:hidden">
        <h1 className="min-w-0 wrap-anywhere">{membership.centerName}</h1>
        {memberships.length > 1 && <CenterSwitch memberships={memberships} centerId={membership.centerId} />}
      </header>
      <PracticeNav sections={sections} open={open} center={search.centro} />
      <section aria-labelledby="practice-section" className="grid min-w-0 gap-5">
        <h2 ref={heading} id="practice-section" tabIndex={-1} className={open === 'inicio' ? 'sr-only' : undefined}>
          {practiceSections[open].label}
        </h2>
        {isDenied ? (
          <DeniedSection membership={membership} center={search.centro} />
        ) : (
          <Suspense fallback={<Skeleton className="h-96" />}>
            <Part key={`${open}/${membership.centerId}`} part={practiceContents[open]} props={{ membership }} />
          </Suspense>
        )}
      </section>
    </Page>
  )
}

function CenterSwitch({ memberships, centerId }: { memberships: readonly Membership[]; centerId: string }) {
  const navigate = useNavigate()
  return (
    <SelectField
      label="Centro"
      value={centerId}
      options={memberships.map((each) => ({ value: each.centerId, label: each.centerName }))}
      onChange={(event) => void navigate({ to: '/center/dashboard', search: { centro: event.target.value } })}
    />
  )
}

function PracticeLoading() {
  return (
    <PageLoading title="Tu centro" status="Cargando tu centro…" className="pt-6" skeletonsClassName="grid gap-4">
      <Skeleton className="h-12" />
      <Skeleton className="h-96" />
    </PageLoading>
  )
}
