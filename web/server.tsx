import { defineHandlerCallback, getSsrStatus, transformHtmlStringWithRouter } from '@tanstack/react-router/ssr/server'
import { getGlobalStartContext } from '@tanstack/react-start'
import { createServerEntry, createStartHandler, StartServer } from '@tanstack/react-start/server'
import { renderToString } from 'react-dom/server'

import { pageRouteHeader } from '#contract/pages.ts'

/**
 * Renders each page as one text and passes it to the server directly. The page is compressed and cached as a whole, so a
 * stream could not be sent earlier, and streams and response bodies would take a third of the rendering time. No part of a
 * page may wait while it renders: its loader fetches the data, and code that loads later is not part of the server's HTML.
 */
const renderPage = defineHandlerCallback(async ({ router, responseHeaders }) => {
  const { takeHtml } = getGlobalStartContext() as unknown as { takeHtml(html: string): void }
  try {
    responseHeaders.set(pageRouteHeader, router.state.matches.at(-1)?.routeId ?? '')
    takeHtml(await transformHtmlStringWithRouter(router, renderToString(<StartServer router={router} />)))
    return new Response(null, { status: getSsrStatus(router), headers: responseHeaders })
  } finally {
    router.serverSsr?.cleanup()
  }
})

// oxlint-disable-next-line no-default-export -- TanStack Start loads the default export of this file.
export default createServerEntry({ fetch: createStartHandler(renderPage) })
