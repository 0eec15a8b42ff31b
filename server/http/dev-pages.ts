import type { IncomingMessage, Server, ServerResponse } from 'node:http'

import type { PageHandler } from './pages.ts'

/** Vite inside this process: browser modules, hot reload over our own HTTP server's socket, and pages from the sources. */
export async function startDevPages({ server }: { server: Server }): Promise<{
  middleware(request: IncomingMessage, response: ServerResponse, next: () => void): void
  load(): Promise<PageHandler>
  close(): Promise<void>
}> {
  const { createServer, isRunnableDevEnvironment } = await import('vite')
  const vite = await createServer({
    appType: 'custom',
    configLoader: 'native',
    clearScreen: false,
    server: { middlewareMode: true, ws: { server } },
  })
  return {
    middleware: vite.middlewares,
    async load() {
      const { ssr } = vite.environments
      if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('Vite has no environment for rendering.')
      const entry = (await ssr.runner.import('virtual:tanstack-start-server-entry')) as { default: PageHandler }
      return entry.default
    },
    close: () => vite.close(),
  }
}
