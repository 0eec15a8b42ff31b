import { startIdentityProvider } from '#server/testing/identity-provider.ts'

// The server that the tests visit, in one process with what it takes for Google, Facebook and Apple: their secrets are
// made anew at each start. The provider listens on this machine alone, on whatever port is free.

const { HOST = '127.0.0.1', PORT = '3000' } = process.env
const provider = await startIdentityProvider({ redirectUri: `http://${HOST}:${PORT}/auth/v1/callback` })
Object.assign(process.env, provider.env)
await import('#server/main.ts')
