import type { ContractRouter } from '@orpc/contract'
import { accounts } from './accounts.ts'
import { appointments } from './appointments.ts'
import { centers } from './centers.ts'
import { dataExports } from './data-exports.ts'
import { dependants } from './dependants.ts'
import { notifications } from './notifications.ts'
import { reviews } from './reviews.ts'
import type { RouteMeta } from './route.ts'
import { service } from './service.ts'
import { sessions } from './sessions.ts'

/** Everything that the browser may ask of the server, by noun. A route that `route()` did not make does not compile here. */
export const contract = {
  accounts,
  appointments,
  centers,
  dataExports,
  dependants,
  notifications,
  reviews,
  service,
  sessions,
} satisfies ContractRouter<RouteMeta>

export type Contract = typeof contract
