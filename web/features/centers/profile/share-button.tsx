import Share from 'lucide-react/icons/share-2'

import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'

/** Shares the page's address: with the device's share sheet where there is one, otherwise by copying it. */
export function ShareButton({ title }: { title: string }) {
  async function share() {
    const url = location.origin + location.pathname
    if (navigator.share) {
      // A visitor who closes the sheet has shared nothing, and needs no message.
      await navigator.share({ title, url }).catch(() => undefined)
      return
    }
    try {
      await navigator.clipboard.writeText(url)
      toast({ kind: 'success', title: 'Enlace copiado' })
    } catch {
      toast({ kind: 'destructive', title: 'No pudimos copiar el enlace', description: `Cópialo de aquí: ${url}` })
    }
  }
  return (
    <Button
      variant="secondary"
      size="small"
      icon={<Share aria-hidden="true" className="size-4.5" />}
      onClick={() => void share()}
    >
      Compartir
    </Button>
  )
}
