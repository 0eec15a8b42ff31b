import { failRequest } from '#contract/errors.ts'

/** Refuses a write from another site's page. Clients that are not browsers send neither header and pass. */
export function requireSameSite({ request, publicUrl }: { request: Request; publicUrl: string }): void {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) {
    if (site === 'same-origin' || site === 'none') return
    throw failRequest('request.cross_site')
  }
  const origin = request.headers.get('origin')
  if (origin === null || origin === publicUrl) return
  const host = request.headers.get('host')
  if (host !== null && URL.canParse(origin) && new URL(origin).host === host) return
  throw failRequest('request.cross_site')
}
