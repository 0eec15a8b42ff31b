/**
 * Response header of a rendered page: for how many seconds the cache may serve its HTML to every visitor.
 * The server removes it before it sends the response. */
export const pageCacheHeader = 'x-page-cache'

/** Response header of a rendered page: the pattern of its address, which the server removes. */
export const pageRouteHeader = 'x-page-route'

/** The part of `server-timing` that tells a page's browser the server's time, in milliseconds. */
export const pageClock = 'now'

/** Response header for a signed-in user: a live stream that resumes after this position misses nothing that the response lacks. */
export const livePositionHeader = 'x-live-position'

/** Response header of a rendered page: the search parameters that it reads, separated by commas. */
export const pageParametersHeader = 'x-page-parameters'

/**
 * Search parameters that the browser reads on any page: what the authentication service adds when it returns from another
 * provider. No rendering reads them.
 */
export const returnParameters = ['code', 'error', 'error_code', 'error_description', 'sb_flow_id'] as const
