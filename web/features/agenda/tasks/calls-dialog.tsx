import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeskCall } from '#contract/desk-tasks.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { telHref } from '#web/platform/formats.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Pending } from '#web/ui/pending.tsx'

import { ChangedLine } from '../whole-day/change-result.tsx'
import { useDeskTasks } from './use-desk-tasks.ts'

export type CallsDialogProps = { centerId: string; open: boolean; onClose: () => void }

/** The patients to telephone, with the new time. The ticks are stored for the centre: the other receptionists see them. */
export function CallsDialog({ centerId, open, onClose }: CallsDialogProps) {
  const tasks = useDeskTasks({ centerId })
  const { queries } = useApi()
  const setCalled = useMutation(queries.agenda.setCalled.mutationOptions())
  // A tick shows immediately; several requests may be pending.
  const [ticked, setTicked] = useState<Record<string, boolean | undefined>>({})
  async function tick(appointmentId: string, called: boolean) {
    setTicked((before) => ({ ...before, [appointmentId]: called }))
    try {
      await setCalled.mutateAsync({ centerId, appointmentId, called })
    } catch {
      // The list below shows the error.
    }
    setTicked((before) => ({ ...before, [appointmentId]: undefined }))
  }

  const isCalled = ({ appointmentId, calledAt }: DeskCall) => ticked[appointmentId] ?? calledAt !== null
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Llamadas pendientes"
      description="A estas personas no les llegó un correo con el cambio. Marca a quienes ya llamaste: lo ve todo el equipo."
      size="small"
      footer={<Button onClick={onClose}>Listo</Button>}
    >
      {setCalled.isError && <FormError error={errorMessage(setCalled.error)} />}
      {!tasks.data ? (
        <Pending query={tasks} loading="Cargando las llamadas" failed="No se pudieron cargar las llamadas" />
      ) : tasks.data.calls.length === 0 ? (
        <p className="text-ink-soft">No queda nadie por llamar.</p>
      ) : (
        <ul className="grid gap-2 pb-1">
          {tasks.data.calls.map((call) => (
            <li key={call.appointmentId} className="grid gap-1 rounded-control bg-sand px-3 py-2">
              <div>
                <ChangedLine {...call} />
                <span className="block text-sm text-ink-soft">
                  Con <span translate="no">{call.professionalName}</span>
                </span>
              </div>
              <div className="flex flex-wrap items-center justify-between gap-x-4">
                {call.phone ? (
                  <a href={telHref(call.phone)} className="link inline-flex min-h-11 items-center tabular-nums">
                    {call.phone}
                  </a>
                ) : (
                  <span className="text-sm text-ink-soft">Sin teléfono anotado</span>
                )}
                <CheckboxField
                  label={
                    <>
                      Ya llamé
                      <span className="sr-only">
                        {' a '}
                        <span translate="no">{call.name}</span>
                      </span>
                    </>
                  }
                  checked={isCalled(call)}
                  onChange={({ currentTarget }) => void tick(call.appointmentId, currentTarget.checked)}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
