import { createFileRoute } from '@tanstack/react-router'

import { brand } from '#contract/brand.ts'
import { bestCentersInput } from '#web/features/home/best-centers-input.ts'
import { HomePage } from '#web/features/home/home-page.tsx'
import { cachedFor } from '#web/platform/page-cache.ts'
import { pageHead } from '#web/platform/page-head.ts'

export const Route = createFileRoute('/')({
  // prefetch does not throw: the home page works without its cards.
  loader: ({ context: { queryClient, queries } }) =>
    Promise.all([
      queryClient.prefetchQuery(queries.centers.places.queryOptions()),
      queryClient.prefetchQuery(queries.operator.testimonials.queryOptions()),
      queryClient.prefetchQuery(queries.centers.search.queryOptions({ input: bestCentersInput })),
    ]).then(() => undefined),
  head: () =>
    pageHead({
      title: `${brand.name} · ${brand.claim}`,
      description:
        'Centros terapéuticos y profesionales de salud de todo Uruguay: compara precios, opiniones y distancia, y reserva una hora libre en minutos.',
    }),
  headers: cachedFor(30),
  component: HomePage,
})
