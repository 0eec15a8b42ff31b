import { createLog } from '#server/platform/log.ts'
import { joinEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { readSettings } from '#server/platform/settings.ts'
import { administer } from '#server/testing/databases.ts'
import { startIdentityProvider } from '#server/testing/identity-provider.ts'

// The server of the journeys, in one process with the provider that replaces Google, Facebook and Apple and creates new
// secrets at each start. The provider listens on a loopback address, on any free port.

const { HOST = '127.0.0.1', PORT = '3000' } = process.env
const provider = await startIdentityProvider({ redirectUri: `http://${HOST}:${PORT}/auth/v1/callback` })
Object.assign(process.env, provider.env)
await import('#server/main.ts')

// More users sign up from the one address of the journeys than the limits allow in ten minutes, so the counters of these limits
// are deleted continuously: a limiter that has refused a key remembers it without the table. Limits per account, or per address
// and minute, stay.
const settings = readSettings(process.env)
const { url } = await joinEmbeddedPostgres({ ...settings, log: createLog(settings), mayKeepElsewhere: true })
const names = ['signUpFromAddress', 'mailFromAddress', 'oauthFromAddress']
const resetLimits = `delete from rate_limits where key like any (array[${names.map((name) => `'auth.${name}:%'`).join()}])`
// The holds of all journeys come from that address too, so each gets a different one.
const spreadHolds = `update appointments set holder_address = id::text where status = 'held'`
// While the server stops, there is no database to query.
setInterval(() => {
  for (const statement of [resetLimits, spreadHolds]) void administer(url, statement).catch(() => undefined)
}, 5_000).unref()
