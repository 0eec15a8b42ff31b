/**
 * A page answers this header with the seconds that its HTML may be kept and shown to anybody.
 * It speaks to our own server alone, which takes it off on the way out.
 */
export const pageCacheHeader = 'x-page-cache'

/** Beside it, the names of the parameters that the page reads from its address, with commas between them. */
export const pageParametersHeader = 'x-page-parameters'
