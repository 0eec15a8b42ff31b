import { oc, type Route } from '@orpc/contract'
import { requestErrors } from './errors.ts'
import type { Role } from './roles.ts'

/**
 * Who may call a route. The policy on the server decides which rows the caller may read or change.
 * `registering`: signed in, even if a first social sign-in has not completed its registration. */
export type Access = 'public' | 'registering' | 'signedIn' | readonly [Role, ...Role[]]

export type RouteMeta = { access: Access }

/** The prefix of every route of the contract. */
export const apiPrefix = '/api/v1'

type RouteDefinition = Required<Pick<Route, 'method' | 'path' | 'summary'>> &
  Pick<Route, 'description' | 'tags' | 'successStatus'> &
  RouteMeta

/**
 * The only way to declare a route: without `access` it does not compile. Adds the errors that any request may cause
 * (`request.*`, `session.*`, `service.*`). `path` is relative to `apiPrefix`. */
export function route({ access, path, ...definition }: RouteDefinition) {
  return oc
    .$meta<RouteMeta>({ access })
    .route({ ...definition, path: `${apiPrefix}${path}` })
    .errors(requestErrors)
}
