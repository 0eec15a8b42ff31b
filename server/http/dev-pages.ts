import type { IncomingMessage, Server, ServerResponse } from 'node:http'

import type { PageHandler } from './pages.ts'

/** Every component of the design system in its states (web/gallery). */
const componentsPath = '/dev/components'
const componentsPage = `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/favicon.svg" type="image/svg+xml"><title>Componentes · Senda</title></head>
<body><div id="root"></div><script type="module" src="/web/gallery/main.tsx"></script></body></html>`

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
    middleware(request, response, next) {
      if (request.url !== componentsPath) return vite.middlewares(request, response, next)
      void vite
        .transformIndexHtml(componentsPath, componentsPage)
        .then((html) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html), next)
    },
    async load() {
      const { ssr } = vite.environments
      if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('Vite has no environment for rendering.')
      const entry = (await ssr.runner.import('virtual:tanstack-start-server-entry')) as { default: PageHandler }
      return entry.default
    },
    close: () => vite.close(),
  }
}
