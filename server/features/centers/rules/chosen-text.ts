/**
 * What a mail to an address of the centre's choice says in place of a text of its choice: the text itself once staff have approved
 * the centre, and `neutral` before. Its contact address, its owner's and those that it invites may be strangers', to whom it must not
 * be able to mail a text in Senda's name. Mails to guests wait for the approval as a whole (appointments/usecases/notify-attendee.ts), and have
 * neutral texts while it is withheld or revoked.
 */
export function chosenText(text: string, { isApproved, neutral }: { isApproved: boolean; neutral: string }): string {
  return isApproved ? text : neutral
}
