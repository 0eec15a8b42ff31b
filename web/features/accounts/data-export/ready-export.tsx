import BookOpenText from 'lucide-react/icons/book-open-text'
import CircleCheck from 'lucide-react/icons/circle-check'
import FileJson from 'lucide-react/icons/file-json'
import type { DataExport } from '#contract/data-exports.ts'
import { useApi } from '#web/platform/api.ts'
import { errorCode } from '#web/platform/error-message.ts'
import { formatMomentWithOwn } from '#web/platform/own-time.ts'
import { Button } from '#web/ui/button.tsx'
import { useDownload } from '#web/ui/use-download.ts'

const formats = [
  { id: 'html', label: 'Página para leer', Icon: BookOpenText },
  { id: 'json', label: 'Archivo JSON', Icon: FileJson },
] as const
type Format = (typeof formats)[number]

/** `onGone`: the copy is no longer available, so this view is out of date. */
export function ReadyExport({ copy, onGone }: { copy: DataExport; onGone: () => void }) {
  const { api } = useApi()
  const { download, which } = useDownload({
    address: ({ id: format }: Format) =>
      api.downloads.create({ route: 'dataExports.download', input: { exportId: copy.id, format } }),
    onError: (error) => {
      if (errorCode(error) === 'data_exports.not_found') onGone()
    },
  })

  return (
    <div className="grid gap-3">
      <p className="flex gap-2 font-medium">
        <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-green" />
        <span>
          Tu copia está lista.
          {copy.expiresAt && (
            <span className="block font-normal text-ink-soft">
              {`La preparamos el ${formatMomentWithOwn(copy.createdAt)}. Puedes descargarla hasta el ${formatMomentWithOwn(copy.expiresAt)}.`}
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
            pending={which?.id === format.id}
            pendingLabel="Descargando…"
            onClick={() => download(format)}
          >
            {format.label}
          </Button>
        ))}
      </div>
    </div>
  )
}
