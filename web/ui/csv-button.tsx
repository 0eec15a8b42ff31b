import Download from '~icons/lucide/download'

import { Button } from './button.tsx'
import { useDownload } from './use-download.ts'

export type CsvButtonProps = {
  address: () => Promise<{ url: string }>
  children?: string
}

export function CsvButton({ address, children = 'Descargar planilla (CSV)' }: CsvButtonProps) {
  const { download, isPending } = useDownload({ address })
  return (
    <Button
      variant="secondary"
      icon={<Download aria-hidden="true" />}
      pending={isPending}
      pendingLabel="Preparando…"
      onClick={() => download()}
    >
      {children}
    </Button>
  )
}
