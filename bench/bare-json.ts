// The baseline of the benches of pages and of the agenda: a Hono server that responds with one line of JSON.
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const app = new Hono().get('/', (c) => c.json({ status: 'ok' }))
const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => process.send?.(port))
process.on('disconnect', () => server.close())
