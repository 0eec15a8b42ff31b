import Copy from 'lucide-react/icons/copy'
import { useRef } from 'react'

import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'

/** Identifies the account in support requests; it gives no access. */
export function OwnId({ userId }: { userId: string }) {
  const shown = useRef<HTMLElement>(null)

  async function copy() {
    try {
      await navigator.clipboard.writeText(userId)
      toast({ kind: 'success', title: 'ID copiado' })
    } catch {
      // The browser denies access to the clipboard, or has none on this address.
      if (shown.current) getSelection()?.selectAllChildren(shown.current)
      toast({
        title: 'No pudimos copiarlo',
        description: 'Tu ID quedó seleccionado: cópialo con tu teclado o el menú.',
      })
    }
  }

  return (
    <div className="grid justify-items-start gap-2">
      <dl>
        <dt className="text-sm text-ink-soft">Tu ID</dt>
        <dd ref={shown} className="font-medium wrap-anywhere tabular-nums select-all">
          {userId}
        </dd>
      </dl>
      <p className="text-sm text-ink-soft">
        Dice cuál es tu cuenta cuando escribes a soporte. No sirve para entrar: puedes compartirlo.
      </p>
      <Button
        variant="secondary"
        size="small"
        icon={<Copy aria-hidden="true" className="size-4" />}
        onClick={() => void copy()}
      >
        Copiar ID
      </Button>
    </div>
  )
}
