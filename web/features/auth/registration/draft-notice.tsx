import { type ReactNode, useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

import { draftDays, type FormDraft } from '#web/platform/form-draft.ts'
import { Button } from '#web/ui/button.tsx'

/** States which part of a registration stays on this device and for how long, and offers to delete it. */
export function DraftNotice<Values extends FieldValues>({
  draft,
  form,
  children,
}: {
  draft: FormDraft<object>
  form: UseFormReturn<Values>
  /** The part that the draft never stores: "la contraseña". */
  children: ReactNode
}) {
  const [isKept, setIsKept] = useState(false)
  useEffect(() => {
    // The form's own effects come after this notice's, so the draft is not written yet.
    const show = () => queueMicrotask(() => setIsKept(draft.isKept()))
    show()
    const subscription = form.watch(show)
    return () => subscription.unsubscribe()
  }, [draft, form])

  function deleteDraft() {
    draft.delete()
    const search = new URLSearchParams(location.search)
    search.delete('paso')
    // A full reload resets the fields, the chosen files and the form's state.
    location.replace(search.size === 0 ? location.pathname : `${location.pathname}?${search.toString()}`)
  }

  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
      <p>
        Lo que escribes queda en este navegador hasta {draftDays} días después de tu último cambio, salvo {children}.
      </p>
      {isKept && (
        <Button variant="quiet" size="small" onClick={deleteDraft}>
          Borrar borrador
        </Button>
      )}
    </div>
  )
}
