import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { useApi } from '#web/platform/api.ts'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type Stored = { id: string; centerId: string }

/** The file, kept for a few minutes, so that returning to a document shows it at once. */
export function useDocumentFile({ id, centerId }: Stored, { enabled = true } = {}) {
  const { queries } = useApi()
  return useQuery({
    ...queries.compliance.file.queryOptions({ input: { centerId, checkId: id } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 120_000,
    enabled,
  })
}

/**
 * A centre's document in the page, shown by the browser's own PDF viewer. The file may be hostile (docs/decisions/0090): the
 * frame gets its bytes with a fixed type, so that a browser parses them as a PDF or not at all.
 */
export function DocumentViewer({ document, name }: { document: Stored; name: string }) {
  const query = useDocumentFile(document, { enabled: canShow() })
  const address = usePdfAddress(query.data)
  if (!canShow()) {
    return (
      <p className="rounded-card border border-line bg-panel p-4 text-ink-soft">
        Este navegador no muestra un PDF dentro de la página. Descárgalo para verlo.
      </p>
    )
  }
  if (!query.data) {
    return (
      <Pending query={query} loading="Cargando el documento" failed="No se pudo cargar el documento">
        <Skeleton className="h-full min-h-96" />
      </Pending>
    )
  }
  return (
    <iframe
      key={address}
      title={`El archivo: ${name}`}
      src={address}
      allow=""
      referrerPolicy="no-referrer"
      className="h-full min-h-[70vh] w-full rounded-card border border-line bg-sand lg:min-h-0"
    />
  )
}

function canShow(): boolean {
  return navigator.pdfViewerEnabled
}

/** An address of the file in this document, revoked when another file takes its place. */
function usePdfAddress(file: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!file) return undefined
    const url = URL.createObjectURL(new Blob([file], { type: 'application/pdf' }))
    setAddress(`${url}#navpanes=0&view=FitH`)
    return () => URL.revokeObjectURL(url)
  }, [file])
  return address
}
