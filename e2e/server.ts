import { createLog } from '#server/platform/log.ts'
import { joinEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { readSettings } from '#server/platform/settings.ts'
import { administer } from '#server/testing/databases.ts'
import { startIdentityProvider } from '#server/testing/identity-provider.ts'

// The server that the tests visit, in one process with what it takes for Google, Facebook and Apple: their secrets are
// made anew at each start. The provider listens on this machine alone, on whatever port is free.

const { HOST = '127.0.0.1', PORT = '3000' } = process.env
const provider = await startIdentityProvider({ redirectUri: `http://${HOST}:${PORT}/auth/v1/callback` })
Object.assign(process.env, provider.env)
await import('#server/main.ts')

// More people come from the one address of the tests than the service lets come from one in ten minutes. What
// it counted is forgotten long before that: a limiter that has refused remembers it by itself, whatever the table says.
// Limits of one account, or of one address within a minute, stay.
const settings = readSettings(process.env)
const { url } = await joinEmbeddedPostgres({ ...settings, log: createLog(settings), mayKeepElsewhere: true })
const names = ['signUpFromAddress', 'mailFromAddress', 'oauthFromAddress']
const forget = `delete from rate_limits where key like any (array[${names.map((name) => `'auth.${name}:%'`).join()}])`
// The holds of all tests come from that address, too: each then counts as one of its own.
const spread = `update appointments set holder_address = id::text where status = 'held'`
// While the server stops there is nobody to ask any more.
setInterval(() => {
  for (const statement of [forget, spread]) void administer(url, statement).catch(() => undefined)
}, 5_000).unref()
