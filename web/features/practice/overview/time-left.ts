import { minuteMs } from '#web/platform/durations.ts'

/** The time left to reply to a request: «Quedan 3 h 5 min para responder». */
export function timeLeft({ answerBy, now }: { answerBy: string; now: Date }): string {
  const minutes = Math.ceil((new Date(answerBy).getTime() - now.getTime()) / minuteMs)
  if (minutes <= 0) return 'Se acabó el plazo: la hora se libera enseguida'
  if (minutes === 1) return 'Queda 1 min para responder'
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  const parts = [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ')
  return `${hours === 1 && rest === 0 ? 'Queda' : 'Quedan'} ${parts} para responder`
}
