import { oc, type Route } from '@orpc/contract'
import { requestErrors } from './errors.ts'
import type { Role } from './roles.ts'

/**
 * Who may call a route at all. Which rows they may touch is the policy's decision, on the server.
 * `arriving`: signed in, also while the registration that a first social sign-in began is not complete.
 */
export type Access = 'public' | 'arriving' | 'signedIn' | readonly [Role, ...Role[]]

export type RouteMeta = { access: Access }

/** Where every route of the contract stands. */
export const apiPrefix = '/api/v1'

type RouteDefinition = Required<Pick<Route, 'method' | 'path' | 'summary'>> &
  Pick<Route, 'description' | 'tags' | 'successStatus'> &
  RouteMeta

/**
 * The only way to declare a route: without `access` it does not compile, and every route
 * carries the errors that any request may meet (`request.*`, `session.*`, `service.*`). `path` is relative to `apiPrefix`.
 */
export function route({ access, path, ...definition }: RouteDefinition) {
  return oc
    .$meta<RouteMeta>({ access })
    .route({ ...definition, path: `${apiPrefix}${path}` })
    .errors(requestErrors)
}
