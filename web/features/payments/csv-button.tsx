import Download from 'lucide-react/icons/download'

import { useApi } from '#web/platform/api.ts'
import { Button } from '#web/ui/button.tsx'
import { useDownload } from '#web/ui/use-download.ts'

import type { Period } from './period.ts'

export function CsvButton({ centerId, period }: { centerId: string; period: Period }) {
  const { api } = useApi()
  const { download, isPending } = useDownload({
    file: async () => {
      const { fileName, csv } = await api.payments.revenueCsv({ centerId, ...period })
      return { fileName, content: new Blob([csv], { type: 'text/csv;charset=utf-8' }) }
    },
  })
  return (
    <Button
      variant="secondary"
      icon={<Download aria-hidden="true" />}
      pending={isPending}
      pendingLabel="Preparando…"
      onClick={() => download()}
    >
      Descargar planilla (CSV)
    </Button>
  )
}
