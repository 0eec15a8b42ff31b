import { createECDH, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decrypt } from 'http_ece'
import { onCleanup } from './resources.ts'

type Received = {
  message: unknown
  ttl: string | undefined
  urgency: string | undefined
  authorization: string | undefined
  topic: string | undefined
}

/** A push service on loopback, and a browser that decrypts what it receives with its own keys. */
export async function startPushService() {
  const received: Received[] = []
  const service: { status: number; body: string; retryAfter: string | undefined } = {
    status: 201,
    body: '',
    retryAfter: undefined,
  }
  const keys = createECDH('prime256v1')
  const publicKey = keys.generateKeys()
  const auth = randomBytes(16)
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (service.status < 300) {
        const options = { version: 'aes128gcm', privateKey: keys, authSecret: auth.toString('base64url') } as const
        const text = decrypt(Buffer.concat(chunks), options).toString()
        const { ttl, topic, urgency, authorization } = request.headers as Record<string, string | undefined>
        received.push({ message: JSON.parse(text), ttl, urgency, authorization, topic })
      }
      if (service.retryAfter !== undefined) response.setHeader('retry-after', service.retryAfter)
      response.writeHead(service.status, { location: '/elsewhere' }).end(service.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onCleanup(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.address() as AddressInfo
  let browsers = 0
  /** What the browser sends to Senda when its user switches push messages on. */
  const newBrowser = () => ({
    endpoint: `http://127.0.0.1:${port}/browser/${++browsers}`,
    p256dh: publicKey.toString('base64url'),
    auth: auth.toString('base64url'),
  })
  return { received, service, newBrowser }
}
