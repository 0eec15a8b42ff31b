import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#web/platform/api.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/** Asks first: what the centre answered is deleted, too. */
export function DeleteQuestion({ token, onDeleted }: { token: string; onDeleted: () => void }) {
  const { queries } = useApi()
  const remove = useMutation(queries.questions.delete.mutationOptions())
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button variant="quietDanger" size="small" className="-mx-3" onClick={() => setAsking(true)}>
        Borrar la pregunta
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        onConfirm={async () => {
          await remove.mutateAsync({ token })
          onDeleted()
        }}
        title="¿Borrar la pregunta?"
        consequences={['Se borra lo que escribiste y lo que te respondieron, también para el centro.']}
        confirmLabel="Borrar la pregunta"
        danger
      />
    </>
  )
}
