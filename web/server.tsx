import { defineHandlerCallback, renderSsrHtmlResponse } from '@tanstack/react-router/ssr/server'
import { createServerEntry, createStartHandler, StartServer } from '@tanstack/react-start/server'
import { renderToString } from 'react-dom/server'

/**
 * Renders each page as one text. A stream could not leave earlier, because the page is compressed and cached as a whole, and
 * passing it through streams takes a third of the rendering. Nothing of a page may wait while it renders: its loader fetches
 * the data, and code that loads later must not be part of the server's HTML.
 */
const renderPage = defineHandlerCallback(async ({ router, responseHeaders }) => {
  let failure: { error: unknown } | undefined
  const response = await renderSsrHtmlResponse({
    router,
    responseHeaders,
    render() {
      try {
        return renderToString(<StartServer router={router} />)
      } catch (error) {
        failure = { error }
        throw error
      }
    },
  })
  // The library would respond with a text of its own.
  if (failure) throw failure.error
  return response
})

// oxlint-disable-next-line no-default-export -- TanStack Start loads the default export of this file.
export default createServerEntry({ fetch: createStartHandler(renderPage) })
