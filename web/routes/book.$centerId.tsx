import { createFileRoute } from '@tanstack/react-router'
import { atCenter } from '#contract/center-words.ts'
import { BookingScreen } from '#web/features/appointments/booking-screen.tsx'
import { parseBookingSearch } from '#web/features/appointments/booking-search.ts'
import { loadCenter } from '#web/features/centers/load-center.ts'
import { publicName } from '#web/features/centers/public-name.ts'
import { UnknownCenter } from '#web/features/centers/unknown-center.tsx'
import { unknownCenterHead } from '#web/features/centers/unknown-center-head.ts'
import { localToday } from '#web/platform/local-days.ts'
import { cachedFor } from '#web/platform/page-cache.ts'
import { pageHead } from '#web/platform/page-head.ts'
import { useTodaySince } from '#web/platform/use-now.ts'

export const Route = createFileRoute('/book/$centerId')({
  validateSearch: parseBookingSearch,
  loader: async ({ context: { queryClient, queries }, params: { centerId } }) => {
    const center = await loadCenter({ queryClient, queries, centerId })
    await queryClient.prefetchQuery(queries.centers.services.queryOptions())
    return { center, today: localToday() }
  },
  headers: cachedFor(30, parseBookingSearch),
  head: ({ loaderData }) =>
    loaderData
      ? pageHead({
          title: `Reservar ${atCenter(publicName(loaderData.center))}`,
          description: `Elige servicio, día y hora: ${loaderData.center.name}.`,
          indexed: false,
        })
      : unknownCenterHead(),
  component: BookingPage,
  notFoundComponent: UnknownCenter,
})

function BookingPage() {
  const { center, today: rendered } = Route.useLoaderData()
  const today = useTodaySince(rendered)
  // Another centre is another booking: the steps' state is reset.
  return <BookingScreen key={center.id} center={center} search={Route.useSearch()} today={today} />
}
