import { failRequest } from '#contract/errors.ts'

type Sent = { request: Request; publicUrl: string }

/** Refuses a write from another site's page. */
export function requireSameSite(sent: Sent): void {
  if (!isSameSite(sent)) throw failRequest('request.cross_site')
}

/** Clients that are not browsers send neither header and pass. */
export function isSameSite({ request, publicUrl }: Sent): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || site === 'none'
  const origin = request.headers.get('origin')
  if (origin === null || origin === publicUrl) return true
  const host = request.headers.get('host')
  return host !== null && URL.canParse(origin) && new URL(origin).host === host
}
