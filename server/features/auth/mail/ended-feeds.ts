/** A paragraph for a member of a centre, whose subscribed calendars would otherwise stop without a word. */
export function endedFeedsText(endedFeeds: number): string[] {
  if (endedFeeds === 0) return []
  return [
    'Por seguridad, las direcciones para ver la agenda en otros calendarios dejaron de funcionar, y esos calendarios ya no se actualizan. Crea otras en Sincronizar y vuelve a agregarlas.',
  ]
}
