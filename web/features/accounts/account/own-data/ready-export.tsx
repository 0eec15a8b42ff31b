import BookOpenText from 'lucide-react/icons/book-open-text'
import CircleCheck from 'lucide-react/icons/circle-check'
import FileJson from 'lucide-react/icons/file-json'
import { useState } from 'react'
import type { DataExport } from '#contract/data-exports.ts'
import { useApi } from '#web/platform/api.ts'
import { errorCode, errorMessage } from '#web/platform/error-message.ts'
import { formatLongMoment } from '#web/platform/local-days.ts'
import { saveFile } from '#web/platform/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'

const formats = [
  { id: 'html', label: 'Página para leer', type: 'text/html', Icon: BookOpenText },
  { id: 'json', label: 'Archivo JSON', type: 'application/json', Icon: FileJson },
] as const
type Format = (typeof formats)[number]

/** `onGone`: the copy can no longer be had, so that what is shown here is old. */
export function ReadyExport({ copy, onGone }: { copy: DataExport; onGone: () => void }) {
  const { api } = useApi()
  const [fetching, setFetching] = useState<Format['id']>()

  async function download({ id: format, type }: Format) {
    setFetching(format)
    try {
      const { fileName, content } = await api.dataExports.download({ exportId: copy.id, format })
      saveFile({ content: new Blob([content], { type }), fileName })
    } catch (error) {
      toast({ kind: 'destructive', title: 'No se pudo descargar', description: errorMessage(error) })
      if (errorCode(error) === 'data_exports.not_found') onGone()
    } finally {
      setFetching(undefined)
    }
  }

  return (
    <div className="grid gap-3">
      <p className="flex gap-2 font-medium">
        <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-green" />
        <span>
          Tu copia está lista.
          {copy.expiresAt && (
            <span className="block font-normal text-ink-soft">
              {`La preparamos el ${formatLongMoment(copy.createdAt)}. Puedes descargarla hasta el ${formatLongMoment(copy.expiresAt)}.`}
            </span>
          )}
        </span>
      </p>
      <div className="flex flex-wrap gap-2 max-sm:*:grow">
        {formats.map((format) => (
          <Button
            key={format.id}
            variant={format.id === 'html' ? 'primary' : 'secondary'}
            icon={<format.Icon aria-hidden="true" className="size-5" />}
            pending={fetching === format.id}
            pendingLabel="Descargando…"
            onClick={() => void download(format)}
          >
            {format.label}
          </Button>
        ))}
      </div>
    </div>
  )
}
