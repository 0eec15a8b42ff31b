import { expect, type Page } from '@playwright/test'

import type { Appointment } from '#contract/appointments.ts'
import type { CenterSearchResult } from '#contract/center-search.ts'
import type { CenterProfile } from '#contract/centers.ts'

export type HeldByApi = { centerId: string; appointment: Appointment; center: CenterProfile }

/** Holds a free time for this page's visitor, through the API that the booking page uses. */
export async function holdByApi(
  page: Page,
  { accepts = () => true }: { accepts?: (center: CenterProfile) => boolean } = {},
): Promise<HeldByApi> {
  const read = async <T>(path: string) => (await (await page.request.get(`/api/v1${path}`)).json()) as T
  const { items } = await read<CenterSearchResult>(`/centers?${new URLSearchParams({ q: 'psicología' })}`)
  // Parallel journeys start from different centres.
  const start = Math.floor(Math.random() * items.length)
  for (const card of [...items.slice(start), ...items.slice(0, start)]) {
    const center = await read<CenterProfile>(`/centers/${card.id}`)
    if (!accepts(center)) continue
    for (const { startsAt, serviceId, professionalId } of card.nextTimes) {
      const modalities = center.professionals.find(({ id }) => id === professionalId)?.modalities ?? []
      const place = modalities.some((name) => name === 'Presencial' || name === 'Mixta') ? 'center' : 'online'
      const response = await page.request.post(`/api/v1/appointments/hold`, {
        data: { serviceId, startsAt, place },
      })
      if (response.status() !== 201) continue
      return { centerId: center.id, appointment: (await response.json()) as Appointment, center }
    }
  }
  expect(
    items.map(({ name }) => name),
    'a centre with a free time',
  ).toEqual('some centre')
  throw new Error('no centre has a free time')
}
