import type { CenterProfile } from '#contract/centers.ts'
import { telHref } from '#web/platform/formats.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import Phone from '~icons/lucide/phone'

/** For a centre without a valid licence: its card, its profile and its booking page show the same sentence. */
export const noBookingsNow = 'No recibe reservas por ahora.'

/** What a patient can do instead. */
export function noBookingsAdvice({ phone }: Pick<CenterProfile, 'phone'>): string {
  const advice = phone ? ' Puedes llamar para saber cuándo vuelve a recibir.' : ''
  return `Las citas ya reservadas se mantienen.${advice}`
}

/** Replaces the booking link. */
export function CallCenter({ phone, wide = false }: { phone: string | null; wide?: boolean }) {
  if (phone === null || phone === '') return null
  return (
    <a href={telHref(phone)} className={buttonClass({ variant: 'secondary', ...(wide && { className: 'w-full' }) })}>
      <Phone aria-hidden="true" className="size-5" />
      {`Llamar al ${phone}`}
    </a>
  )
}
