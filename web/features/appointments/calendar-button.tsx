import CalendarPlus from 'lucide-react/icons/calendar-plus'

import { useApi } from '#web/platform/api.ts'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import { useDownload } from '#web/ui/use-download.ts'

export type CalendarButtonProps = { appointmentId: string; variant?: NonNullable<ButtonProps['variant']> }

/** Downloads the appointment as a calendar file. */
export function CalendarButton({ appointmentId, variant = 'secondary' }: CalendarButtonProps) {
  const { api } = useApi()
  const { download, isPending } = useDownload({
    file: async () => {
      const { fileName, ics } = await api.appointments.calendar({ appointmentId })
      return { fileName, content: new Blob([ics], { type: 'text/calendar;charset=utf-8' }) }
    },
    failed: 'Error',
  })
  return (
    <Button
      variant={variant}
      pending={isPending}
      icon={<CalendarPlus aria-hidden="true" className="size-5" />}
      onClick={() => download()}
    >
      Agregar al calendario
    </Button>
  )
}
