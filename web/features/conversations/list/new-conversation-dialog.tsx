import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type SyntheticEvent, useState } from 'react'
import { useApi } from '#web/platform/api.ts'
import { errorCode, failureMessage } from '#web/platform/error-message.ts'
import { idOf } from '#web/platform/search-params.ts'
import { Button } from '#web/ui/button.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'

import { chatLink, useChatPlace } from '../chat-place.ts'

type Props = {
  open: boolean
  onClose: () => void
}

export function NewConversationDialog({ open, onClose }: Props) {
  const navigate = useNavigate()
  const { centerId: asCenterId } = useChatPlace()
  const { queries } = useApi()
  const start = useMutation(queries.conversations.start.mutationOptions({ meta: { refetch: 'background' } }))
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const [existing, setExisting] = useState<string>()

  function show(conversationId: string): void {
    onClose()
    void navigate(chatLink({ centerId: asCenterId }, { c: conversationId }))
  }

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    setExisting(undefined)
    const recipientId = idOf(typed.trim())
    if (recipientId === undefined) {
      return setError(
        typed.trim() === ''
          ? 'Escribe el ID del usuario.'
          : 'Ese ID no es válido. Cópialo completo: la otra persona lo encuentra en «Mi Cuenta».',
      )
    }
    setError(undefined)
    try {
      const { id } = await start.mutateAsync({ recipientId, ...(asCenterId !== undefined && { asCenterId }) })
      toast({ kind: 'success', title: 'Conversación creada correctamente' })
      show(id)
    } catch (failure) {
      setExisting(existingConversation(failure))
      setError(failureMessage(failure, { failed: 'No se pudo crear la conversación. Inténtalo de nuevo.' }))
    }
    return undefined
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      onSubmit={submit}
      pending={start.isPending}
      error={undefined}
      title="Nueva conversación"
      description="Escribe el ID del centro o del paciente. Cada uno ve el suyo en «Mi Cuenta»."
      submitLabel="Crear conversación"
      pendingLabel="Creando…"
      size="small"
    >
      <div className="grid justify-items-start gap-3">
        <TextField
          label="ID del usuario"
          name="recipientId"
          required
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          className="w-full"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          {...(error !== undefined && { error })}
        />
        {existing !== undefined && (
          <Button variant="secondary" onClick={() => show(existing)}>
            Abrir la conversación
          </Button>
        )}
      </div>
    </FormDialog>
  )
}

export function existingConversation(error: unknown): string | undefined {
  if (errorCode(error) !== 'conversations.exists') return undefined
  const { data } = error as { data?: { conversationId?: unknown } }
  return typeof data?.conversationId === 'string' ? data.conversationId : undefined
}
