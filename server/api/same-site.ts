import { failRequest } from '#contract/errors.ts'
import { isOwnHost } from '#server/platform/addresses.ts'

type Sent = { request: Request; publicUrl: string }

/** Refuses a write from another site's page. */
export function requireSameSite(sent: Sent): void {
  if (!isSameSite(sent)) throw failRequest('request.cross_site')
}

/**
 * Whether a page of ours may have sent the request. Clients that are not browsers send neither header and pass. Host is not compared in
 * production: a proxy may replace it, or pass on any name, and PUBLIC_URL is the only address of our pages.
 */
export function isSameSite({ request, publicUrl }: Sent): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || site === 'none'
  const origin = request.headers.get('origin')
  if (origin === null) return true
  if (!URL.canParse(origin)) return false
  const [page, ours] = [new URL(origin), new URL(publicUrl)]
  if (page.origin === ours.origin) return true
  // On this machine the server is reached under several names and ports, such as localhost beside 127.0.0.1.
  return isOwnHost(ours.hostname) && isOwnHost(page.hostname) && page.host === request.headers.get('host')
}
