import { createFileRoute, notFound } from '@tanstack/react-router'

import { serviceSlugs } from '#contract/specialty-keys.ts'
import { ServiceScreen } from '#web/features/services/service-screen.tsx'
import { parseServiceSearch } from '#web/features/services/service-search.ts'
import { serviceThings } from '#web/features/services/structured-data.ts'
import { UnknownService } from '#web/features/services/unknown-service.tsx'
import { unknownServiceHead } from '#web/features/services/unknown-service-head.ts'
import { localToday } from '#web/platform/local-days.ts'
import { cachedFor } from '#web/platform/page-cache.ts'
import { pageHead } from '#web/platform/page-head.ts'
import { oneOf } from '#web/platform/search-params.ts'
import { structuredData } from '#web/platform/structured-data.ts'
import { useTodaySince } from '#web/platform/use-now.ts'

export const Route = createFileRoute('/services/$slug')({
  validateSearch: parseServiceSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, api, queries }, params, deps: search }) => {
    const slug = oneOf(serviceSlugs, params.slug)
    if (!slug) throw notFound()
    // Every page loads the routes, so what only this page calls is not among their imports.
    const { isPersonal, recommendationResults, serviceResults } = await import(
      '#web/features/services/service-results.ts'
    )
    const { serviceReasons } = await import('#contract/service-keywords.ts')
    const results = Promise.all([
      isPersonal(search) && queryClient.prefetchQuery(recommendationResults({ api, queries, service: slug, search })),
      queryClient.prefetchQuery(serviceResults({ api, queries, service: slug, search })),
      queryClient.prefetchQuery(serviceResults({ api, queries, service: slug, search: {} })),
    ])
    const { items } = await queryClient.ensureQueryData(queries.centers.services.queryOptions())
    const service = items.find((item) => item.slug === slug)
    if (!service) throw notFound()
    // In the browser the address changes immediately, and skeletons hold the place of the results.
    if (import.meta.env.SSR) await results
    return { service, reasons: serviceReasons[slug], today: localToday() }
  },
  headers: cachedFor(30, parseServiceSearch),
  head: ({ loaderData, match }) => {
    if (!loaderData) return unknownServiceHead()
    const { service } = loaderData
    const head = pageHead({
      title: `${service.name} en Uruguay`,
      description: `${service.summary} Compara centros y profesionales de ${service.name.toLocaleLowerCase('es')}, con precios, opiniones y horas libres.`,
    })
    const things = import.meta.env.SSR ? serviceThings({ service, origin: match.context.origin() }) : []
    return { ...head, scripts: [structuredData(things)] }
  },
  component: ServicePage,
  notFoundComponent: UnknownService,
})

function ServicePage() {
  const { service, reasons, today: rendered } = Route.useLoaderData()
  const today = useTodaySince(rendered)
  return <ServiceScreen service={service} reasons={reasons} search={Route.useSearch()} today={today} />
}
