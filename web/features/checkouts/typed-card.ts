/** A card as the patient types it. It stays in the form and is sent only to the gateway. */
export type TypedCard = { name: string; number: string; expiry: string; cvv: string }
export type CardField = keyof TypedCard

export const emptyCard: TypedCard = { name: '', number: '', expiry: '', cvv: '' }

const digitsOf = (text: string, max: number) => text.replaceAll(/\D/g, '').slice(0, max)

/** Formats the typed text of each field: groups of four digits, MM/AA, digits only. */
export const formatCard: Record<CardField, (text: string) => string> = {
  name: (text) => text.slice(0, 100),
  number: (text) =>
    digitsOf(text, 16)
      .replaceAll(/(\d{4})(?=\d)/g, '$1 ')
      .slice(0, 19),
  expiry: (text) => digitsOf(text, 4).replace(/^(\d{2})(?=\d)/, '$1/'),
  cvv: (text) => digitsOf(text, 4),
}

/** Whether every field is filled in. The gateway validates the card. */
export function isCardComplete({ name, number, expiry, cvv }: TypedCard): boolean {
  return name.trim() !== '' && number.length >= 14 && expiry.length === 5 && cvv.length >= 3
}
