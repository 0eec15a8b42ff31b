import { Agent, get } from 'node:http'
import { quantilesOf, whole } from './figures.ts'

type Load = { count: number; clients: number; url: (index: number) => string; headers?: Record<string, string> }

/** Sends `count` requests from this many concurrent clients, each on its own connection. `rate` is in requests per second. */
export async function load({
  count,
  clients,
  url,
  headers,
}: Load): Promise<{ rate: number; figures: Record<string, string> }> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const samples: number[] = []
  const indexes = Array.from({ length: count }, (_, index) => index).values()
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (const index of indexes) {
        const sentAt = performance.now()
        const status = await request(url(index), { agent, headers: { 'accept-encoding': 'br, gzip', ...headers } })
        if (status !== 200) throw new Error(`${url(index)} responded ${status}`)
        samples.push(performance.now() - sentAt)
      }
    }),
  )
  const rate = count / ((performance.now() - startedAt) / 1000)
  agent.destroy()
  return { rate, figures: { 'per second': whole(rate), ...quantilesOf(samples) } }
}

function request(url: string, options: { agent: Agent; headers: Record<string, string> }): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, options, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    }).on('error', reject)
  })
}
