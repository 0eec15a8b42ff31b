import { beginConnection, completeConnection } from '#server/features/payment-accounts/usecases/connect-account.ts'
import { type Double, startDouble } from '#server/mercado-pago/double/double.ts'
import { createMercadoPago } from '#server/mercado-pago/mercado-pago.ts'
import { withTimeLimit } from '#server/platform/payment-gateway.ts'
import type { TestPlatform } from './platform.ts'
import { onCleanup } from './resources.ts'

/** The platform with Mercado Pago as its gateway, which a double plays on this machine. Notices wait in `double.notices`. */
export async function withMercadoPago(platform: TestPlatform): Promise<{ platform: TestPlatform; double: Double }> {
  const double = await startDouble({ clock: () => platform.clock.now().getTime() })
  onCleanup(() => double.stop())
  double.habits.sendsNotices = false
  const { publicUrl } = platform.settings
  const gateway = createMercadoPago({
    settings: double.settings,
    publicUrl,
    isLive: false,
    log: platform.log,
    sleep: () => Promise.resolve(),
  })
  return { platform: { ...platform, gateway: withTimeLimit(gateway) }, double }
}

/** What the gateway's page gives to the browser of an owner who consents. */
export async function consentAt(url: string, { seller = '44444' }: { seller?: string } = {}) {
  const body = new URLSearchParams(new URL(url).search)
  body.set('seller', seller)
  body.set('decision', 'allow')
  const response = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  const { searchParams } = new URL(response.headers.get('location') ?? '')
  return { code: searchParams.get('code') ?? '', state: searchParams.get('state') ?? '' }
}

/** Connects the centre's account, as its owner does. */
export async function connectAccount(
  platform: TestPlatform,
  { centerId, seller }: { centerId: string; seller?: string },
): Promise<void> {
  const url = await beginConnection(platform, { userId: centerId, centerId })
  await completeConnection(platform, { userId: centerId, ...(await consentAt(url, seller ? { seller } : {})) })
}
