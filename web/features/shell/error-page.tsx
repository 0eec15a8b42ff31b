import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { errorCode, errorMessage, isConnectionLoss } from '#web/platform/error-message.ts'
import { MissingPart } from '#web/platform/missing-part.ts'
import { waitForServer } from '#web/platform/wait-for-server.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Drawing } from '#web/ui/drawing.tsx'
import { Page } from '#web/ui/page.tsx'

/** Also shown while the database is unavailable, or the connection is lost: then it retries on its own. */
export function ErrorPage({ error }: { error: unknown }) {
  const router = useRouter()
  const [retrying, setRetrying] = useState(false)
  const isUnavailable = errorCode(error) === 'service.unavailable'
  useEffect(() => {
    if (!isUnavailable) return undefined
    const abort = new AbortController()
    void waitForServer(abort.signal).then(() => router.invalidate())
    return () => abort.abort()
  }, [isUnavailable, router])

  const isLost = isConnectionLoss(error)
  useEffect(() => {
    if (!isLost) return undefined
    const onOnline = () => void router.invalidate()
    addEventListener('online', onOnline)
    return () => removeEventListener('online', onOnline)
  }, [isLost, router])

  useEffect(() => {
    if (error instanceof MissingPart) void error.openNewVersion()
    else dispatchEvent(new CustomEvent('senda-error', { detail: error }))
  }, [error])

  async function retry() {
    setRetrying(true)
    if (error instanceof MissingPart) {
      error.reloadPage()
      return
    }
    await router.invalidate()
    setRetrying(false)
  }

  return (
    <Page className="grid justify-items-center py-16 text-center sm:py-24">
      <Drawing name="storm" />
      <h1 className="mt-6">{isUnavailable ? 'Volvemos en unos instantes' : 'Algo salió mal'}</h1>
      <p role="alert" className="mt-3 max-w-[29.5em] text-ink-soft">
        {errorMessage(error)}
      </p>
      <div className="mt-7 flex flex-wrap justify-center gap-3">
        <Button pending={retrying} onClick={() => void retry()}>
          Reintentar
        </Button>
        <Link to="/" className={buttonClass({ variant: 'secondary' })}>
          Volver al inicio
        </Link>
      </div>
    </Page>
  )
}
