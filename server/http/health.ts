import { Hono } from 'hono'
import type { HttpEnv } from '#server/api/context.ts'
import type { Platform } from '#server/platform/platform.ts'

const respondWithinMs = 2000

/**
 * /healthz responds while the process is alive, /readyz while its database responds, too, and the process is not about to stop: a
 * proxy then sends it no further request.
 */
export function createHealth({ platform, isStopping }: { platform: Platform; isStopping(): boolean }): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.get('/healthz', (c) => c.json({ status: 'ok' }, 200, { 'cache-control': 'no-store' }))
  app.get('/readyz', async (c) => {
    const status = isStopping() ? 'stopping' : (await isReady(platform)) ? 'ready' : 'unavailable'
    return c.json({ status }, status === 'ready' ? 200 : 503, { 'cache-control': 'no-store' })
  })
  return app
}

/** Whether the database responds and is migrated, even while requests use every other connection. */
async function isReady(platform: Platform): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, respondWithinMs, false).unref())
  const query = platform.reserve.pool.query('select 1 from schema_migrations limit 1').then(
    ({ rowCount }) => rowCount === 1,
    () => false,
  )
  return await Promise.race([query, late])
}
