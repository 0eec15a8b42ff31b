import type { ContractRouter } from '@orpc/contract'
import { accounts } from './accounts.ts'
import { appointments } from './appointments.ts'
import { centers } from './centers.ts'
import { reviews } from './reviews.ts'
import type { RouteMeta } from './route.ts'
import { service } from './service.ts'

/** Everything that the browser may ask of the server, by noun. A route that `route()` did not make does not compile here. */
export const contract = { accounts, appointments, centers, reviews, service } satisfies ContractRouter<RouteMeta>

export type Contract = typeof contract
