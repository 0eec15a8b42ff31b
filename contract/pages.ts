/**
 * A page answers this header with the seconds that its HTML may be kept and shown to anybody.
 * It speaks to our own server alone, which takes it off on the way out.
 */
export const pageCacheHeader = 'x-page-cache'
