import { brand } from '#contract/brand.ts'
import { zone } from '#contract/calendar.ts'

import { api } from '#server/api/procedures.ts'

export const statusRoutes = {
  get: api.status.get.handler(({ context }) => ({ name: brand.name, now: context.platform.clock.now(), zone })),
}
