import { useMutation } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'

import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { saveFile } from '#web/platform/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'

import type { Period } from './period.ts'

export function CsvButton({ centerId, period }: { centerId: string; period: Period }) {
  const { api } = useApi()
  const download = useMutation({
    mutationFn: () => api.payments.revenueCsv({ centerId, ...period }),
    onSuccess: ({ fileName, csv }) =>
      saveFile({ fileName, content: new Blob([csv], { type: 'text/csv;charset=utf-8' }) }),
    onError: (error) => toast({ kind: 'destructive', title: 'No se pudo descargar', description: errorMessage(error) }),
  })
  return (
    <Button
      variant="secondary"
      icon={<Download aria-hidden="true" />}
      pending={download.isPending}
      pendingLabel="Preparando…"
      onClick={() => download.mutate()}
    >
      Descargar planilla (CSV)
    </Button>
  )
}
