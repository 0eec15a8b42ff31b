import Copy from 'lucide-react/icons/copy'

import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'

/** Shows the feed's address once: it grants access to the agenda. */
export function NewFeed({ url }: { url: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(url)
      toast({ kind: 'success', title: 'Dirección copiada' })
    } catch {
      toast({ kind: 'destructive', title: 'No se pudo copiar', description: 'Selecciónala y cópiala a mano.' })
    }
  }
  return (
    <Banner tone="green" role="status" title="Tu dirección está lista. Cópiala ahora: no la volvemos a mostrar.">
      <div className="mt-2 grid gap-3">
        <TextField label="Dirección privada" readOnly value={url} onFocus={(event) => event.target.select()} />
        <div className="flex flex-wrap gap-3">
          <Button size="small" icon={<Copy aria-hidden="true" />} onClick={() => void copy()}>
            Copiar
          </Button>
          <a href={url.replace(/^https?:/, 'webcal:')} className="link inline-flex min-h-11 items-center">
            Abrir en mi calendario
          </a>
        </div>
        <p className="text-sm">No la compartas: quien la tenga ve quién viene y cuándo.</p>
      </div>
    </Banner>
  )
}
