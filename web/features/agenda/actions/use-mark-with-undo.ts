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

const inverseMarks: Partial<Record<AppointmentMark, 'undoArrival' | 'reopen'>> = {
  arrive: 'undoArrival',
  complete: 'reopen',
  noShow: 'reopen',
}

/** The appointment keeps the act that takes it back, as long as the server allows it. */
const undoneLater = 'Si fue un error, después también lo deshaces desde los detalles de la cita.'

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
    const typical = inverseMarks[kind]
    // An appointment with a clinical note stays completed, for one.
    const inverse = typical && marked.can[typical] ? typical : undefined
    const name = attendeeName(marked)
    toast({
      kind: 'success',
      title: titles[kind],
      description: inverse === 'reopen' ? `${name}. ${undoneLater}` : name,
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
