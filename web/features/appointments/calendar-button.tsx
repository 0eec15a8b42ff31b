import { useMutation } from '@tanstack/react-query'
import CalendarPlus from 'lucide-react/icons/calendar-plus'

import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { saveFile } from '#web/platform/save-file.ts'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'

export type CalendarButtonProps = { appointmentId: string; variant?: NonNullable<ButtonProps['variant']> }

/** Hands over the appointment as a calendar file. */
export function CalendarButton({ appointmentId, variant = 'secondary' }: CalendarButtonProps) {
  const { api } = useApi()
  const download = useMutation({
    mutationFn: () => api.appointments.calendar({ appointmentId }),
    onSuccess: ({ fileName, ics }) =>
      saveFile({ fileName, content: new Blob([ics], { type: 'text/calendar;charset=utf-8' }) }),
    onError: (error) => toast({ kind: 'destructive', title: 'Error', description: errorMessage(error) }),
  })
  return (
    <Button
      variant={variant}
      pending={download.isPending}
      icon={<CalendarPlus aria-hidden="true" className="size-5" />}
      onClick={() => download.mutate()}
    >
      Agregar al calendario
    </Button>
  )
}
