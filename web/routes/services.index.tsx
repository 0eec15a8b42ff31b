import { createFileRoute } from '@tanstack/react-router'

import { ServicesScreen } from '#web/features/services/services-screen.tsx'
import { cachedFor } from '#web/platform/page-cache.ts'
import { pageHead } from '#web/platform/page-head.ts'

export const Route = createFileRoute('/services/')({
  loader: async ({ context: { queryClient, queries } }) => {
    await queryClient.ensureQueryData(queries.centers.services.queryOptions())
  },
  head: () =>
    pageHead({
      title: 'Servicios',
      description:
        'Psicoterapia, fisioterapia, nutrición, fonoaudiología, masajes, acupuntura y más: los servicios que ofrecen los centros de Uruguay.',
    }),
  headers: cachedFor(60),
  component: ServicesScreen,
})
