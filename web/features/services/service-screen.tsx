import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

import type { ServiceType } from '#contract/centers.ts'
import { Cover } from '#web/features/centers/cover.tsx'
import { ResultsError } from '#web/features/centers/results-error.tsx'
import { useApi } from '#web/platform/api.ts'
import { formatTotal } from '#web/platform/formats.ts'
import { useHydrated } from '#web/platform/use-hydrated.ts'
import { ZoneNote } from '#web/platform/zone-note.tsx'
import { Anchor } from '#web/ui/anchor.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { Pagination } from '#web/ui/pagination.tsx'

import { bestRated, RecommendedCenters } from './recommended-centers.tsx'
import { ServiceCenterCard, ServiceCenterCardSkeleton } from './service-center-card.tsx'
import { ServiceFilters } from './service-filters.tsx'
import { locationLabel, locationRadiusKm } from './service-locations.ts'
import { isPersonal, recommendationResults, type ServiceResults, serviceResults } from './service-results.ts'
import { isFiltered, parseServiceSearch, type ServiceSearch, serviceHref } from './service-search.ts'

const skeletons = Array.from({ length: 9 }, (_, index) => index)

type ServiceScreenProps = {
  service: ServiceType
  /** Why people ask for it. */
  reasons: readonly string[]
  search: ServiceSearch
  today: string
}

/** One service of the catalogue with the centres that offer it. `today` is the local day from which times are counted. */
export function ServiceScreen({ service, reasons, search, today }: ServiceScreenProps) {
  const tools = useApi()
  const navigate = useNavigate()
  const { slug } = service
  const results = useQuery(serviceResults({ ...tools, service: slug, search }))
  const recommended = useQuery({
    ...serviceResults({ ...tools, service: slug, search: {} }),
    placeholderData: keepPreviousData,
  })
  const personal = isPersonal(search)
  const personalResults = useQuery({
    ...recommendationResults({ ...tools, service: slug, search }),
    enabled: personal,
    placeholderData: keepPreviousData,
  })
  const best = recommended.data && bestRated(recommended.data.items, { today })
  const centers = personal
    ? personalResults.data?.items.map(({ centerId, ...center }) => ({ id: centerId, ...center }))
    : best
  // A list as short as the recommendations needs none, unless the visitor asked for them.
  const isShort = recommended.data !== undefined && recommended.data.total <= 3 && !search.need
  const isRecommending =
    !(personal ? personalResults : recommended).isError && !isShort && (search.need || best?.length !== 0)
  const hydrated = useHydrated()
  const failed = !results.data && results.isError && hydrated

  function submit(form: HTMLFormElement) {
    const values = parseServiceSearch(Object.fromEntries(new FormData(form)))
    void navigate({ to: '/services/$slug', params: { slug }, search: values, resetScroll: false })
  }

  return (
    <Page className="grid gap-8 pt-4 pb-16 sm:pt-6">
      <ServiceHeader service={service} reasons={reasons} />
      {isRecommending && (
        <RecommendedCenters
          service={slug}
          search={search}
          centers={centers}
          otherService={personal ? (personalResults.data?.otherService ?? null) : null}
          pending={personal && personalResults.isFetching}
          onSubmit={submit}
        />
      )}
      <section
        aria-labelledby="centros"
        aria-busy={results.isPending || undefined}
        className="grid grid-cols-[minmax(0,1fr)] gap-5"
      >
        <h2 id="centros">Centros y profesionales</h2>
        <ServiceFilters
          service={slug}
          search={search}
          pending={results.isFetching && !results.isFetched}
          onSubmit={submit}
        />
        <p role="status" className={results.data?.items.length ? 'text-ink-soft' : 'sr-only'}>
          {results.data ? <Count results={results.data} search={search} /> : failed ? '' : 'Cargando centros…'}
        </p>
        {results.data && results.data.items.length > 0 && <ZoneNote />}
        {failed && <ResultsError results={results} />}
        {!results.data && !failed && (
          <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {skeletons.map((index) => (
              <ServiceCenterCardSkeleton key={index} />
            ))}
          </div>
        )}
        {results.data && <Found service={service} search={search} results={results.data} today={today} />}
      </section>
    </Page>
  )
}

function ServiceHeader({ service, reasons }: Pick<ServiceScreenProps, 'service' | 'reasons'>) {
  return (
    <>
      <Breadcrumb
        items={[{ label: 'Inicio', href: '/' }, { label: 'Servicios', href: '/services' }, { label: service.name }]}
      />
      <header className="grid items-center gap-x-10 gap-y-5 sm:grid-cols-[1fr_14rem]">
        <div className="grid gap-3">
          <h1>{service.name}</h1>
          <p className="max-w-[33.5em] text-lg text-ink-soft">{service.summary}</p>
          {!service.regulated && (
            <p className="flex flex-wrap items-center gap-2">
              <Badge tone="amber">Terapia complementaria, no regulada</Badge>
              <span className="text-sm text-ink-soft">Acompaña, y no reemplaza, la atención médica.</span>
            </p>
          )}
          <div className="grid gap-2">
            <h2 className="font-sans text-base font-semibold tracking-normal">Motivos frecuentes de consulta</h2>
            <ul className="flex flex-wrap gap-2">
              {reasons.map((reason) => (
                <li key={reason}>
                  <Badge>{reason}</Badge>
                </li>
              ))}
            </ul>
          </div>
        </div>
        <Cover coverUrl={null} services={[service.slug]} className="h-44 w-full rounded-card max-sm:hidden" />
      </header>
    </>
  )
}

function Count({ results: { total, countedTo }, search }: { results: ServiceResults; search: ServiceSearch }) {
  if (total === 0) return 'No se encontraron centros'
  const place = locationLabel(search.near)
  return (
    <>
      <span className="font-semibold text-ink">
        {formatTotal({ total, countedTo })} {total === 1 ? 'centro' : 'centros'}
      </span>
      {search.q && ` con «${search.q}»`}
      {place && ` a menos de ${locationRadiusKm} km de ${place}`}
    </>
  )
}

type FoundProps = { service: ServiceType; search: ServiceSearch; results: ServiceResults; today: string }

function Found({ service: { slug, name }, search, results, today }: FoundProps) {
  if (results.items.length === 0) return <NothingFound name={name} slug={slug} search={search} total={results.total} />
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {results.items.map((center, index) => (
          <ServiceCenterCard key={center.id} center={center} service={slug} today={today} eager={index < 3} />
        ))}
      </div>
      <Pagination
        page={results.page}
        pageCount={results.pages}
        hrefOf={(page) => serviceHref(slug, { ...search, page: page === 1 ? undefined : String(page) })}
        label="Páginas de centros"
        className="mt-4"
      />
    </>
  )
}

function NothingFound({
  name,
  slug,
  search,
  total,
}: {
  name: string
  slug: string
  search: ServiceSearch
  total: number
}) {
  const filtered = isFiltered(search)
  const [title, reason] =
    total > 0
      ? ['Esta página ya no existe', 'La lista es ahora más corta. Vuelve a la primera página.']
      : filtered
        ? ['No se encontraron centros', 'Prueba con otro nombre o con todas las ubicaciones.']
        : ['Sin centros por ahora', `Todavía no hay centros publicados que ofrezcan ${name.toLocaleLowerCase('es')}.`]
  const href = total > 0 ? serviceHref(slug, { ...search, page: undefined }) : serviceHref(slug, {})
  return (
    <EmptyState
      heading="h3"
      title={title}
      action={
        <>
          {(total > 0 || filtered) && (
            <Anchor href={href} className={buttonClass()}>
              {total > 0 ? 'Ver la primera página' : 'Limpiar filtros'}
            </Anchor>
          )}
          <Anchor href="/services" className={buttonClass({ variant: 'secondary' })}>
            Ver otros servicios
          </Anchor>
        </>
      }
    >
      {reason}
    </EmptyState>
  )
}
