import type { CenterProfile } from '#contract/centers.ts'

type Center = Pick<CenterProfile, 'paysOnline'>

/** How a patient pays an appointment there, for a page that comes before the booking. */
export const howToPay = ({ paysOnline }: Center): string =>
  paysOnline ? 'Se paga en línea o en el centro.' : 'Se paga en el centro.'

/** Like howToPay(), but short enough for a line beside a price on a phone. */
export const whereToPay = ({ paysOnline }: Center): string =>
  paysOnline ? 'En línea o en el centro' : 'Se paga en el centro'
