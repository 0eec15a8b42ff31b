const patienceMs = 3000
const lookEveryMs = 60

/** Gives the focus to an appointment as soon as it shows and nothing stands open over it. */
export function focusAppointment(appointmentId: string): void {
  const giveUpAt = Date.now() + patienceMs
  const look = () => {
    const card = document.querySelector<HTMLElement>(`[data-cell="${CSS.escape(appointmentId)}"]`)
    const isFree = document.querySelector('[role=dialog]') === null
    if (card && isFree) {
      card.focus({ preventScroll: true })
      card.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    } else if (Date.now() < giveUpAt) setTimeout(look, lookEveryMs)
  }
  setTimeout(look, lookEveryMs)
}
