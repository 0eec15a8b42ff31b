import type { EndedAccess } from '../repository/lasting-access.ts'

/** Paragraphs for a member of a centre: a subscribed calendar or an invitation would otherwise end without a word. */
export function endedAccessTexts({ feeds, invitations }: EndedAccess): string[] {
  return [
    ...(feeds === 0
      ? []
      : [
          'Por seguridad, las direcciones para ver la agenda en otros calendarios dejaron de funcionar, y esos calendarios ya no se actualizan. Crea otras en Sincronizar y vuelve a agregarlas.',
        ]),
    ...(invitations === 0
      ? []
      : [
          'Por seguridad, retiramos las invitaciones a tu equipo que todavía no se habían aceptado. Mira quiénes están en el equipo y vuelve a invitar a quien corresponda.',
        ]),
  ]
}
