import type { AgendaAppointment } from '#contract/agenda.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { toast } from '#web/ui/toast.ts'

import { type AppointmentMark, useMarkAppointment } from '../api/mark-appointment.ts'
import { attendeeName } from '../appointment-style.ts'

const titles: Record<AppointmentMark, string> = {
  confirm: 'Cita confirmada',
  arrive: 'Llegada anotada',
  undoArrival: 'Se borró la llegada',
  complete: 'Cita completada',
  noShow: 'Inasistencia anotada',
  reopen: 'La cita volvió a como estaba',
  undoCollection: 'Se borró el cobro',
}

const inverseMarks: Partial<Record<AppointmentMark, AppointmentMark>> = {
  arrive: 'undoArrival',
  complete: 'reopen',
  noShow: 'reopen',
}

export function useMarkWithUndo({ centerId, onDone }: { centerId: string; onDone?: () => void }) {
  const marking = useMarkAppointment()
  const undo = useMarkAppointment()

  async function undoMark(mark: AppointmentMark, appointment: AgendaAppointment) {
    try {
      await undo.mutateAsync({ centerId, mark, appointment })
      toast({ kind: 'success', title: titles[mark], description: attendeeName(appointment) })
    } catch (error) {
      toast({ kind: 'destructive', title: 'No se pudo deshacer', description: errorMessage(error) })
    }
  }

  async function mark(kind: AppointmentMark, appointment: AgendaAppointment) {
    let marked: AgendaAppointment
    try {
      marked = await marking.mutateAsync({ centerId, mark: kind, appointment })
    } catch {
      // The dialog shows `error`.
      return
    }
    const inverse = inverseMarks[kind]
    toast({
      kind: 'success',
      title: titles[kind],
      description: attendeeName(marked),
      ...(inverse && {
        durationMs: 8000,
        action: { label: 'Deshacer', onPress: () => void undoMark(inverse, marked) },
      }),
    })
    onDone?.()
  }

  return {
    mark: (kind: AppointmentMark, appointment: AgendaAppointment) => void mark(kind, appointment),
    undoMark: (kind: AppointmentMark, appointment: AgendaAppointment) => void undoMark(kind, appointment),
    pending: marking.isPending ? marking.variables : undefined,
    error: marking.error,
  }
}
