import { useRef } from 'react'
import { toast } from '#web/ui/toast.ts'
import Copy from '~icons/lucide/copy'

/** A button that copies its code. Where the browser denies access to the clipboard, the code is selected instead. */
export function CopyCode({ code }: { code: string }) {
  const text = useRef<HTMLElement>(null)

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(code)
      toast({ kind: 'success', title: 'Código copiado' })
    } catch {
      if (text.current) getSelection()?.selectAllChildren(text.current)
      toast({ title: 'No se pudo copiar', description: 'El código quedó seleccionado: cópialo a mano.' })
    }
  }

  return (
    <button
      type="button"
      aria-label={`Copiar el código ${code}`}
      className="inline-flex min-h-11 items-center gap-2 rounded-control border border-dashed border-control px-3 hover:bg-sand"
      onClick={() => void copy()}
    >
      <code ref={text} translate="no" className="font-semibold tracking-wide">
        {code}
      </code>
      <Copy aria-hidden="true" className="size-4" />
    </button>
  )
}
