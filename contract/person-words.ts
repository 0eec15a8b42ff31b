/** The identity by which an attendee is known. `birthDate`: YYYY-MM-DD, null for the owner of an account. */
export type Person = { fullName: string; birthDate: string | null }

/** `Ana Gil (nació el 5/5/2018)`; the name alone without a birth date. */
export function personText({ fullName, birthDate }: Person): string {
  return birthDate === null ? fullName : `${fullName} (nació el ${shortDay(birthDate)})`
}

/** `on`: the day on which the person had these data, for a note from before they were recorded with each one; otherwise null. */
export function writtenAsText({ on, ...person }: Person & { on: string | null }): string {
  return on === null ? `Escrita como ${personText(person)}` : `El ${shortDay(on)} figuraba como ${personText(person)}`
}

const shortDay = (date: string) => date.split('-').map(Number).toReversed().join('/')
