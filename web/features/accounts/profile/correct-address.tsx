import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { typedEmail } from '#contract/credentials.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { refreshSession } from '#web/platform/session.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { useUnsavedForm } from '#web/ui/unsaved-form.ts'

const address = typedEmail('Escribe tu correo')

function mailedText({ email, mailed }: { email: string; mailed: 'link' | 'bookings' | 'nothing' }): string {
  return {
    link: `Enviamos el enlace a ${email}.`,
    bookings: `Enviamos a ${email} los detalles de lo que reservaste, con el enlace para confirmarlo.`,
    nothing: `Hoy ya no podemos enviar más correos a ${email}. Mañana pide el enlace desde aquí.`,
  }[mailed]
}

/** Another address for an account that hasn't confirmed the one of its sign-up. */
export function CorrectAddress({ email, onClose }: { email: string; onClose: () => void }) {
  const { queries } = useApi()
  const correct = useMutation(queries.sessions.correctAddress.mutationOptions())
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(email)
  const [error, setError] = useState<string>()
  useUnsavedForm(typed !== email)
  useEffect(() => field.current?.focus(), [])

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const parsed = address.safeParse(typed)
    const sameAddress =
      parsed.success && parsed.data.toLowerCase() === email ? 'Esa es la dirección que ya tienes.' : undefined
    const problem = parsed.error?.issues[0]?.message ?? sameAddress
    setError(problem)
    if (problem !== undefined || !parsed.success) return field.current?.focus()
    try {
      const corrected = await correct.mutateAsync({ email: parsed.data })
      // The session names the address, too.
      await refreshSession()
      toast({ kind: 'success', title: 'Correo corregido', description: mailedText(corrected) })
      onClose()
    } catch (failure) {
      setError(errorMessage(failure))
      field.current?.focus()
    }
  }

  return (
    <form noValidate method="post" onSubmit={(event) => void save(event)} className="grid w-full gap-4">
      <TextField
        ref={field}
        name="corrected-email"
        type="email"
        label="Tu correo, bien escrito"
        hint="Te enviamos allí otro enlace para confirmarlo, con los detalles de lo que reservaste. El que enviamos a la dirección anterior deja de servir."
        autoComplete="email"
        inputMode="email"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={error}
      />
      <div className="flex flex-col gap-2 sm:flex-row">
        <Button type="submit" pending={correct.isPending} pendingLabel="Corrigiendo…">
          Corregir correo
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancelar
        </Button>
      </div>
    </form>
  )
}
