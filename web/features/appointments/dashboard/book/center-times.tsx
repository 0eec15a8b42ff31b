import { useState } from 'react'
import type { BookingChoice } from '#web/features/appointments/booking-choice.ts'
import { DayTimePicker, type FreeTime } from '#web/features/appointments/day-time-picker.tsx'
import { useToday } from '#web/platform/use-now.ts'

export type CenterTimesProps = {
  centerId: string
  choice: BookingChoice
  pendingAt: string | undefined
  onSelect: (time: FreeTime) => void
}

/** The free times of the chosen service at a centre that the patient knows. */
export function CenterTimes({ centerId, choice: { serviceIds }, pendingAt, onSelect }: CenterTimesProps) {
  const today = useToday()
  const [date, setDate] = useState<string>()
  if (serviceIds.length === 0) {
    return <p role="status">Ahí no se puede reservar ese servicio ahora. Elige otro, o «El primero disponible».</p>
  }
  return (
    <DayTimePicker
      centerId={centerId}
      serviceIds={serviceIds}
      today={today}
      date={date}
      onDateChange={setDate}
      selected={undefined}
      pendingAt={pendingAt}
      onSelect={onSelect}
    />
  )
}
