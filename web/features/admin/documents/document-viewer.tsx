import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { useApi } from '#web/platform/api.ts'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type StoredDocument = { id: string; centerId: string }

/** The file, for a browser that can show it. It stays cached for two minutes, so that returning to it needs no request. */
export function useDocumentFile({ id, centerId }: StoredDocument) {
  const { queries } = useApi()
  return useQuery({
    ...queries.compliance.file.queryOptions({ input: { centerId, checkId: id } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 120_000,
    enabled: navigator.pdfViewerEnabled,
  })
}

/**
 * A centre's document in the page, shown by the browser's own PDF viewer. The file may be hostile (docs/decisions/0090): the
 * frame gets its bytes with a fixed type, so that a browser parses them as a PDF or not at all.
 */
export function DocumentViewer({ document, name }: { document: StoredDocument; name: string }) {
  const query = useDocumentFile(document)
  const url = usePdfUrl(query.data)
  if (!navigator.pdfViewerEnabled) {
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
      key={url}
      title={`El archivo: ${name}`}
      src={url}
      allow=""
      referrerPolicy="no-referrer"
      className="h-full min-h-[70vh] w-full rounded-card border border-line bg-sand lg:min-h-0"
    />
  )
}

/** An object URL of the file, revoked when the file changes. */
function usePdfUrl(file: Blob | undefined): string | undefined {
  const [pdfUrl, setPdfUrl] = useState<string>()
  useEffect(() => {
    if (!file) return undefined
    const url = URL.createObjectURL(new Blob([file], { type: 'application/pdf' }))
    setPdfUrl(`${url}#navpanes=0&view=FitH`)
    return () => URL.revokeObjectURL(url)
  }, [file])
  return pdfUrl
}
