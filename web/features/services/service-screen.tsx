import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ServiceType } from '#contract/centers.ts'
import { CenterGrid } from '#web/features/centers/center-grid.tsx'
import { Cover } from '#web/features/centers/cover.tsx'
import type { GridResults } from '#web/features/centers/grid-center.ts'
import { useApi } from '#web/platform/api.ts'
import { formatTotal } from '#web/platform/formats.ts'
import { Anchor } from '#web/ui/anchor.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'

import { bestRated, RecommendedCenters } from './recommended-centers.tsx'
import { ServiceFilters } from './service-filters.tsx'
import { locationLabel, locationRadiusKm } from './service-locations.ts'
import { isPersonal, recommendationResults, servicePageSize, serviceResults } from './service-results.ts'
import { isFiltered, parseServiceSearch, type ServiceSearch, serviceHref } from './service-search.ts'

type ServiceScreenProps = {
  service: ServiceType
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
        <CenterGrid
          results={results}
          countOf={(found) => <Count results={found} search={search} />}
          countClass="text-ink-soft"
          kind="service"
          today={today}
          perPage={servicePageSize}
          hrefOfPage={(page) => serviceHref(slug, { ...search, page })}
          label="Páginas de centros"
          nothingFound={({ total }) => <NothingFound name={service.name} slug={slug} search={search} total={total} />}
        />
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

function Count({ results: { total, countedTo }, search }: { results: GridResults; search: ServiceSearch }) {
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
      drawing="house"
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
