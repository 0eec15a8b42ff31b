import type { ComplianceCheck } from '#contract/compliance.ts'
import { useApi } from '#web/platform/api.ts'
import { Button } from '#web/ui/button.tsx'
import { useDownload } from '#web/ui/use-download.ts'
import FileDown from '~icons/lucide/file-down'

/** Downloads a document. Its route requires the session's token, so the button requests an address that doesn't. */
export function DownloadButton({ centerId, check }: { centerId: string; check: ComplianceCheck }) {
  const { api } = useApi()
  const name = check.fileName ?? 'documento.pdf'
  const { download, isPending } = useDownload({
    address: () => api.downloads.create({ route: 'compliance.file', input: { centerId, checkId: check.id } }),
  })

  return (
    <Button
      size="small"
      variant="quiet"
      className="-ml-3 max-w-[calc(100%+0.75rem)] justify-self-start"
      icon={<FileDown aria-hidden="true" className="size-4 shrink-0" />}
      pending={isPending}
      pendingLabel="Descargando…"
      onClick={() => download()}
    >
      <span className="sr-only">Descargar </span>
      <bdi title={name} className="min-w-0 truncate">
        {name}
      </bdi>
    </Button>
  )
}
