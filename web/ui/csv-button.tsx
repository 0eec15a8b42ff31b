import Download from 'lucide-react/icons/download'

import { Button } from './button.tsx'
import { useDownload } from './use-download.ts'

export type CsvButtonProps = {
  /** Requests the file. */
  file: () => Promise<{ content: Blob; fileName: string }>
  children?: string
}

/** Downloads a list as a file for a spreadsheet. */
export function CsvButton({ file, children = 'Descargar planilla (CSV)' }: CsvButtonProps) {
  const { download, isPending } = useDownload({ file })
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

/** The file of a response that contains its text. */
export function csvFile({ fileName, csv }: { fileName: string; csv: string }): { content: Blob; fileName: string } {
  return { fileName, content: new Blob([csv], { type: 'text/csv;charset=utf-8' }) }
}

/** The file of a response that is one. */
export async function namedFile(response: Promise<File>): Promise<{ content: Blob; fileName: string }> {
  const content = await response
  return { content, fileName: content.name }
}
