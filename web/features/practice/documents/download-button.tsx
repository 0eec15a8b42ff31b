import FileDown from 'lucide-react/icons/file-down'
import { useState } from 'react'

import type { ComplianceCheck } from '#contract/compliance.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { saveFile } from '#web/platform/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'

/** The document itself. Its address answers nobody without a session, so the page asks and the browser keeps it. */
export function DownloadButton({ centerId, check }: { centerId: string; check: ComplianceCheck }) {
  const { api } = useApi()
  const [pending, setPending] = useState(false)
  const name = check.fileName ?? 'documento.pdf'

  async function download() {
    setPending(true)
    try {
      const file = await api.compliance.file({ centerId, checkId: check.id })
      saveFile({ content: file, fileName: name })
    } catch (error) {
      toast({ kind: 'destructive', title: 'No se pudo descargar', description: errorMessage(error) })
    } finally {
      setPending(false)
    }
  }

  return (
    <Button
      size="small"
      variant="quiet"
      className="-ml-3 max-w-full justify-self-start"
      icon={<FileDown aria-hidden="true" className="size-4 shrink-0" />}
      pending={pending}
      pendingLabel="Descargando…"
      onClick={() => void download()}
    >
      <span className="sr-only">Descargar </span>
      <bdi className="min-w-0 truncate">{name}</bdi>
    </Button>
  )
}
