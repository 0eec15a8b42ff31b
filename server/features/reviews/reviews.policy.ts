/** Only whoever booked the consultation rates it. */
export function mayReview(actor: { userId: string }, appointment: { patientId: string | null }): boolean {
  return appointment.patientId === actor.userId
}
