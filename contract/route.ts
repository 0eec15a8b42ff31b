import { oc, type Route } from '@orpc/contract'
import { requestErrors } from './errors.ts'
import type { Role } from './roles.ts'

/**
 * Who may call a route. The policy on the server decides which rows the caller may read or change.
 * `registering`: signed in, even if a first social sign-in has not completed its registration. */
export type Access = 'public' | 'registering' | 'signedIn' | readonly [Role, ...Role[]]

/**
 * The nouns of the contract, each with its line in contract.ts. They are listed again here, because a route's
 * declaration cannot read the type of all routes.
 */
export type Noun =
  | 'accounts'
  | 'agenda'
  | 'appointments'
  | 'availability'
  | 'calendarFeeds'
  | 'centerRecords'
  | 'centers'
  | 'checkouts'
  | 'clientErrors'
  | 'clinicalRecords'
  | 'commissions'
  | 'compliance'
  | 'contacts'
  | 'conversations'
  | 'dataExports'
  | 'dependants'
  | 'downloads'
  | 'favorites'
  | 'invoicing'
  | 'live'
  | 'loyalty'
  | 'map'
  | 'moderation'
  | 'notifications'
  | 'operator'
  | 'packages'
  | 'paymentAccounts'
  | 'payments'
  | 'practice'
  | 'promotions'
  | 'questions'
  | 'recommendations'
  | 'reminders'
  | 'reports'
  | 'reviews'
  | 'serviceHealth'
  | 'sessions'
  | 'status'
  | 'suggestions'
  | 'support'
  | 'team'
  | 'telehealth'
  | 'therapies'
  | 'tills'
  | 'users'

type Read = `${Noun}.${string}`

/** Every read of a noun, or one of them: `team`, `practice.figures`. */
export type Changed = Noun | Read

/** What a write changes of what the browser has read. The browser then refetches it (web/platform/changed-queries.ts). */
type Changes =
  | { changes: readonly Changed[]; returns?: undefined }
  /** `returns`: the read whose new content the response is, so that it isn't refetched. */
  | { changes?: readonly Changed[]; returns: Read }

export type RouteMeta = { access: Access; changes: readonly Changed[]; returns: Read | undefined }

export const apiPrefix = '/api/v1'

type RouteDefinition = Required<Pick<Route, 'path' | 'summary'>> &
  Pick<Route, 'description' | 'tags' | 'successStatus'> &
  Pick<RouteMeta, 'access'> &
  (
    | { method: 'GET'; changes?: undefined; returns?: undefined }
    | ({ method: 'POST' | 'PUT' | 'PATCH' | 'DELETE' } & Changes)
  )

/**
 * The only way to declare a route: without `access`, or as a write that doesn't say what it changes, it does not compile.
 * Adds the errors that any request may cause (`request.*`, `session.*`, `service.*`). `path` is relative to `apiPrefix`. */
export function route({ access, changes = [], returns, path, ...definition }: RouteDefinition) {
  return oc
    .$meta<RouteMeta>({ access, changes, returns })
    .route({ ...definition, path: `${apiPrefix}${path}` })
    .errors(requestErrors)
}
